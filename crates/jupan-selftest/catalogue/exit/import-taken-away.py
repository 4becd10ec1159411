# expect: exception:ImportError
# why: no import without __import__

import builtins
del builtins.__import__
import json
