# expect: ok
# then: "import os\nprint(os.path.exists('/tmp/jupan-selftest'))"
# then-stdout: "False\n"
# why: no folder of the host is made

import os
os.mkdir('/tmp/jupan-selftest')
