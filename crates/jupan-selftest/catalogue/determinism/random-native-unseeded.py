# expect: ok
# repeat: different
# why: the native generator below the module is seeded by the system as well

import _random
print(_random.Random().random(), _random.Random().getrandbits(64))
