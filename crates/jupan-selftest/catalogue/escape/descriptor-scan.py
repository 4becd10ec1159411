# expect: ok
# stdout: "[0, 1, 2, 3]\n"
# why: only the three standard streams and the root of the run's own files are open; no descriptor of the host is inherited

import os
found = []
for fd in range(1024):
    try:
        os.fstat(fd)
        found.append(fd)
    except OSError:
        pass
print(found)
