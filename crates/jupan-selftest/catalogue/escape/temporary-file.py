# expect: ok
# then: "import os\nprint(os.listdir('/tmp'))"
# then-stdout: "[]\n"
# why: a temporary file is the run's own

import tempfile
tempfile.NamedTemporaryFile(delete=False)
