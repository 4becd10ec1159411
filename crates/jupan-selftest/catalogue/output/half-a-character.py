# expect: ok
# stdout: "\ufffd\n"
# why: half a character is replaced, not passed on

import os
os.write(1, b'\xe6\x97\n')
