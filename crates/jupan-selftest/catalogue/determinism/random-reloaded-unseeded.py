# expect: ok
# repeat: different
# why: a module that is imported anew does not start from what the snapshot holds

import importlib
import random
importlib.reload(random)
print(random.random())
