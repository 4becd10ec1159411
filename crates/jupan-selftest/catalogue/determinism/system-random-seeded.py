# expect: ok
# seed: 7
# repeat: same
# why: the seed covers the bytes of the operating system as well

import os
import random
print(os.urandom(16).hex(), random.SystemRandom().random())
