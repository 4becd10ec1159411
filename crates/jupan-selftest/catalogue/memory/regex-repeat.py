# expect: exception | memory | ok | timeout
# limits: wall_ms=1000
# why: a pattern with a repeat count of billions

import re
re.compile('(?:a{1,4000000000}){1,4000000000}').match('a' * 100)
