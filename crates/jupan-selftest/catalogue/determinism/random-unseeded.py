# expect: ok
# repeat: different
# why: without a seed they are fresh in every run, although the interpreter is a snapshot

import random
print(random.getrandbits(128))
