# expect: memory
# why: bytes repeated a billion times

b'x' * 10**9
