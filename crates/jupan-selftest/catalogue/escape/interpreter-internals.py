# expect: denied
# why: no module that reaches into the memory of the interpreter

import _testcapi
