# expect: timeout
# limits: wall_ms=20, memory_bytes=1073741824
# why: filling a gigabyte is a single instruction

data = bytes(900_000_000)
