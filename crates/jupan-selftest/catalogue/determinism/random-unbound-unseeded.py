# expect: ok
# repeat: different
# why: the module's own generator is seeded by whatever draws from it first

import random
print(random.Random.random(random._inst))
