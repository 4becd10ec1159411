# expect: ok
# stdout: "False False\n"
# why: not even whether a file exists is told

import os
print(os.path.exists('/etc/passwd'), os.path.exists('/home'))
