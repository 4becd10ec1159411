# expect: denied
# why: no process is started

import subprocess
print(subprocess.run(['echo', 'hi'], capture_output=True).stdout)
