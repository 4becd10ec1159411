# expect: memory
# why: a joined text larger than the address space is a memory failure, not a crash

''.join(['a' * 10**5] * 10**5)
