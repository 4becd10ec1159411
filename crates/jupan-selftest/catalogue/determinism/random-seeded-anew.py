# expect: ok
# repeat: different
# why: nor is one that the program seeds anew without a number

import random
random.seed()
print(random.random())
