# expect: timeout
# limits: wall_ms=150
# why: a search in an endless iterator runs in native code alone

import itertools
print(-1 in itertools.count())
