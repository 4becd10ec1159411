# expect: ok | crash | exception
# why: the interpreter's own means of crashing

import faulthandler
faulthandler._sigsegv()
