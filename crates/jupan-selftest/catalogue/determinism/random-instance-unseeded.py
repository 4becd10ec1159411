# expect: ok
# repeat: different
# why: a generator that the program makes is not seeded from the snapshot either

import random
print(random.Random().random())
