# expect: memory
# limits: memory_bytes=134217728
# why: a little compressed data becomes a lot

import zlib
packer = zlib.compressobj(1)
block = bytes(10**6)
packed = b''.join([packer.compress(block) for _ in range(60)] + [packer.flush()])
zlib.decompress(packed * 1)
kept = []
while True:
    kept.append(zlib.decompress(packed))
