# expect: exception:LookupError
# why: replacing the hook does not hide the failure

import sys
sys.excepthook = lambda *a: print('hidden')
raise LookupError('gone')
