# expect: timeout | memory
# limits: wall_ms=150
# why: a product of ranges has more elements than there is time for

import itertools
for _ in itertools.product(range(1000), repeat=5):
    pass
