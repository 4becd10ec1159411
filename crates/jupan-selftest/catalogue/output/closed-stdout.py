# expect: ok | exception
# why: a program that closes its own stdout hurts only itself

import sys
sys.stdout.close()
print(1)
