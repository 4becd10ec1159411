# expect: ok
# stdout: "999\n"
# why: the depth is that of CPython

depth = 0

def down():
    global depth
    depth += 1
    down()

try:
    down()
except RecursionError:
    print(depth)
