# expect: denied
# why: no directory of the host is listed

import os
print(os.listdir('/usr'))
