# expect: exception:RecursionError
# why: endless recursion in Python is a RecursionError

def down(n): return down(n + 1)
down(0)
