# expect: memory
# limits: memory_bytes=100663296
# why: memory taken by a callback from native code

kept = []
sorted(range(10**6), key=lambda i: kept.append(bytearray(10**5)))
