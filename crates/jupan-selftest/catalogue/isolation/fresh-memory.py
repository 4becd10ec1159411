# expect: ok
# limits: memory_bytes=134217728
# then: "zeros = bytes(10**6)\nprint(any(bytearray(10**6) != zeros for _ in range(40)))"
# then-stdout: "False\n"
# why: memory that one run has filled is empty for the next

kept = [b'secret' * 10**5 for _ in range(60)]
