# expect: exception:OSError | ok
# why: a closed descriptor is closed for the rest of the run only

import os
os.close(1)
print('x')
