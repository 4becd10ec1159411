# expect: memory
# limits: memory_bytes=83886080
# then: "print(len(bytearray(50 * 10**6)))"
# then-stdout: "50000000\n"
# why: memory that one run has used up is there for the next

kept = []
while True:
    kept.append(list(range(1000)))
