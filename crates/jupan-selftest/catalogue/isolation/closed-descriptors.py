# expect: ok | exception
# then: "import os\nos.write(1, b'open\\n')"
# then-stdout: "open\n"
# why: streams that were closed are open again

import os
for fd in range(3):
    os.close(fd)
