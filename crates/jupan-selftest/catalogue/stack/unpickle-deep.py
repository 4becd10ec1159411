# expect: ok | exception | stack | timeout
# limits: wall_ms=3000
# why: a pickle can ask for any depth

import pickle
pickle.loads(b'\x80\x04' + b']' * 100000 + b'a' * 99999 + b'.')
