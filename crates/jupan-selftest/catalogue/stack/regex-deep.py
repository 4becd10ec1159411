# expect: exception:RecursionError
# why: groups in groups recurse in the compiler of patterns

import re
re.compile('(' * 5000 + ')' * 5000)
