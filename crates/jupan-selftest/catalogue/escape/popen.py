# expect: denied
# why: no shell

import os
print(os.popen('id').read())
