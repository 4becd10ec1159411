# expect: memory
# limits: memory_bytes=100663296
# why: a bomb in another format of compression

import bz2
packed = bz2.compress(bytes(3 * 10**6))
kept = []
while True:
    kept.append(bz2.decompress(packed))
