# expect: denied
# why: no foreign functions

import ctypes
ctypes.CDLL(None)
