# expect: exception:RecursionError | stack
# why: recursion through a native function uses more stack per level

def down(n):
    return sorted([1, 2], key=lambda x: down(n + 1))

down(0)
