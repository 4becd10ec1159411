# expect: exception:ValueError
# why: a span that is no number is refused

import time
time.sleep(float('nan'))
