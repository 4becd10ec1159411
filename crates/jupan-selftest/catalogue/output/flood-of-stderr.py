# expect: output
# limits: output_bytes=4096
# why: stderr is bounded like stdout

import sys
while True:
    print('line of text', file=sys.stderr)
