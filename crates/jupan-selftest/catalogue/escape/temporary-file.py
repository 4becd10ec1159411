# expect: denied
# why: no temporary folder

import tempfile
tempfile.NamedTemporaryFile()
