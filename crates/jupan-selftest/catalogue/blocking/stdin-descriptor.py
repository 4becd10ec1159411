# expect: ok
# stdout: "b''\n"
# why: the descriptor itself is at its end, and the size asked for is not allocated

import os
print(os.read(0, 65536))
