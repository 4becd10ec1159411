# expect: exception | stack | timeout
# limits: wall_ms=3000
# why: the pickler recurses over what it pickles

import pickle
deep = []
for _ in range(50000): deep = [deep]
pickle.dumps(deep)
