# expect: exception:RecursionError
# why: __deepcopy__ that copies itself

import copy

class A:
    def __deepcopy__(self, memo):
        return copy.deepcopy(self)

copy.deepcopy(A())
