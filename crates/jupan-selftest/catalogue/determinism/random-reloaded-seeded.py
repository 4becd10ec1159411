# expect: ok
# seed: 7
# repeat: same
# why: what a module that is imported anew takes from the system follows from the seed

import importlib
import random
importlib.reload(random)
print(random.random(), random.Random().random())
