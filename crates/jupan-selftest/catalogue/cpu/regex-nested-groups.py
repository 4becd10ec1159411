# expect: timeout
# limits: wall_ms=150
# why: a second form of catastrophic backtracking

import re
re.fullmatch('(a|aa|a?)*b', 'a' * 5000)
