# expect: ok
# stdout: "None\n"
# why: no frame of the interpreter's own lies below the program's

import sys
print(sys._getframe().f_back)
