# expect: ok
# stdout: "True\n"
# why: the number of the host's processors is not told beyond what the interpreter makes up

import os
print(os.cpu_count() in (None, 1))
