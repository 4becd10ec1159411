# expect: exception:RecursionError | stack
# why: a stdout of the program's own that prints

import sys

class Loop:
    def write(self, text): print(text)
    def flush(self): pass

sys.stdout = Loop()
print(1)
