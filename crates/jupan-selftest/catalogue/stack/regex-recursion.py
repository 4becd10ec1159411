# expect: ok | exception | stack | limit
# limits: wall_ms=2000
# why: a matcher that keeps one frame for each character

import re
re.match('(?:(a)|b)*c', 'ab' * 100000)
