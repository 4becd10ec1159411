# expect: exception:OSError
# error-contains: "No space left on device"
# why: a file that is removed counts as long as it is open

import os
files = []
while True:
    file = open('f', 'wb', buffering=0)
    file.write(b'x' * (1 << 20))
    os.remove('f')
    files.append(file)
