# expect: ok
# then: "print('alone')"
# then-stdout: "alone\n"
# why: exit handlers of one run never run in another

import atexit
atexit.register(lambda: print('from the run before'))
