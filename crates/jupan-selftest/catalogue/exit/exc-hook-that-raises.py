# expect: exception:LookupError
# why: a hook that fails does not hide the failure

import sys
sys.excepthook = lambda *a: 1 / 0
raise LookupError('gone')
