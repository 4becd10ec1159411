# expect: exception:OSError
# error-contains: "[Errno 36]"
# why: folders lie so deep in each other at most, however they are made

import os
while True:
    os.mkdir('d')
    os.chdir('d')
