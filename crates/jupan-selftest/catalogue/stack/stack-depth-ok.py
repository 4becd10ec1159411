# expect: ok
# stdout: "700\n"
# why: a depth of 700 is ordinary

def down(n): return 1 + down(n - 1) if n else 0
print(down(700))
