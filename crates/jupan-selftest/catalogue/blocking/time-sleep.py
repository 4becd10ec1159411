# expect: timeout
# limits: wall_ms=150
# stdout-contains: "before"
# why: sleeping uses up wall time, not instructions; text printed before is kept

import time
print('before')
time.sleep(10 ** 6)
