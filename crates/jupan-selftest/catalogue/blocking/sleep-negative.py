# expect: exception:ValueError
# why: a negative span is refused, not taken for a huge one

import time
time.sleep(-1)
