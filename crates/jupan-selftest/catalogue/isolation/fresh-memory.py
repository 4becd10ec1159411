# expect: ok
# limits: memory_bytes=134217728
# then: "found = False\nfor _ in range(40):\n    block = bytearray(10**6)\n    found = found or block.count(0) != len(block)\nprint(found)"
# then-stdout: "False\n"
# why: memory that one run has filled is empty for the next

kept = [b'secret' * 10**5 for _ in range(60)]
