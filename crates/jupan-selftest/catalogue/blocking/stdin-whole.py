# expect: ok
# stdout: "0\n"
# why: stdin is at its end: reading all of it gives nothing

import sys
print(len(sys.stdin.read()))
