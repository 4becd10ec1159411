# expect: timeout | exception
# limits: wall_ms=250
# why: compiling a pattern of thousands of groups is bounded as well

import re
re.compile('(' * 5000 + ')' * 5000)
