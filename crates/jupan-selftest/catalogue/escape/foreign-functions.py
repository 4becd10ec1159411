# expect: denied
# why: no way to call by address

import _ctypes
