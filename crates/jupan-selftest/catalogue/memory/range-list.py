# expect: memory
# limits: memory_bytes=100663296
# why: a list made by native code from an endless iterator

import itertools
list(itertools.count())
