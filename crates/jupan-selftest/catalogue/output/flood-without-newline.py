# expect: output
# limits: output_bytes=4096
# why: no end of line, no flush

import sys
while True:
    sys.stdout.write('x')
