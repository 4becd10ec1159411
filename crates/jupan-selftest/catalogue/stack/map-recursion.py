# expect: exception:RecursionError
# why: recursion through map and list, both native

def down(n):
    return list(map(down, [n + 1]))

down(0)
