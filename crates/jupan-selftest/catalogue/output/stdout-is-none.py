# expect: ok | exception
# why: no stdout at all

import sys
sys.stdout = None
print('x')
