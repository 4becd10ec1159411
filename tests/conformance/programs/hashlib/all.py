import hashlib, hmac, zlib, binascii
m = b"The quick brown fox jumps over the lazy dog"
for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_256", "sha3_512", "blake2b", "blake2s"):
    h = hashlib.new(name, m)
    print(h.name, h.digest_size, h.block_size, h.hexdigest())
h = hashlib.sha256()
h.update(b"abc"); c = h.copy(); h.update(b"def")
print(h.hexdigest() == hashlib.sha256(b"abcdef").hexdigest(), c.hexdigest()[:8], hashlib.shake_128(b"a").hexdigest(8))
print(hashlib.pbkdf2_hmac("sha256", b"pw", b"salt", 10).hex(), hmac.new(b"k", b"m", "sha256").hexdigest(), hmac.compare_digest("a", "a"))
print(zlib.crc32(m), zlib.adler32(m), binascii.hexlify(b"\x01\xff"), hashlib.blake2b(b"a", digest_size=8).hexdigest(), sorted(hashlib.algorithms_guaranteed))
try:
    hashlib.sha256("text")
except TypeError as e:
    print(e)
try:
    hashlib.new("nope")
except ValueError as e:
    print("ValueError")
