# expect: ok
# stdout: "['tmp', 'work'] [] []\n"
# why: the root that a program sees has nothing of the host

import os
print(sorted(os.listdir('/')), os.listdir('/tmp'), os.listdir('/../tmp/..//tmp'))
