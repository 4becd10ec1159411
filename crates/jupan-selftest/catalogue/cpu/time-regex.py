# expect: timeout
# limits: wall_ms=150
# why: catastrophic backtracking in a regular expression is stopped

import re
print(re.match('(x+)+y', 'x' * 50))
