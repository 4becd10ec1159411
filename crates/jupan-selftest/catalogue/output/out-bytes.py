# expect: ok
# stdout-contains: "ok\n"
# why: bytes that are no UTF-8 still give a valid JSON reply

import sys
sys.stdout.buffer.write(b'\xff\xfe\x00ok\n')
sys.stdout.flush()
