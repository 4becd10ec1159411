# expect: memory | exception:OverflowError
# why: a buffer larger than the address space

bytearray(3 * 10**9)
