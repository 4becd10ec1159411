# expect: ok
# repeat: different
# why: without a seed they are fresh in every run

import os
print(os.urandom(16).hex())
