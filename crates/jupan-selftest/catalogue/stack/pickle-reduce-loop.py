# expect: exception:RecursionError
# why: __reduce__ that pickles itself

import pickle

class A:
    def __reduce__(self):
        return pickle.dumps(self)

pickle.dumps(A())
