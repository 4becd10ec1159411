# expect: ok
# seed: 7
# repeat: same
# why: with a seed the random numbers are the same

import random
print([random.random() for _ in range(5)], random.randint(1, 10**9))
