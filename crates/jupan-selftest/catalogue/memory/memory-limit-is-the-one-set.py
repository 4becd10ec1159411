# expect: memory
# limits: memory_bytes=83886080
# error-contains: "83886080"
# why: the number in the error is the one that the user set

bytearray(10**8)
