# expect: exception:ValueError
# why: a stdout of the program's own that fails is the program's failure

import sys

class Broken:
    def write(self, text): raise ValueError('write')
    def flush(self): raise ValueError('flush')

sys.stdout = Broken()
print(1)
