# expect: memory
# limits: memory_bytes=100663296
# why: a bomb in another format of compression

import lzma
packed = lzma.compress(bytes(3 * 10**6))
kept = []
while True:
    kept.append(lzma.decompress(packed))
