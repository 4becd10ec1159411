from collections import UserDict, UserList, UserString
class Lower(UserDict):
    def __setitem__(self, k, v):
        super().__setitem__(k.lower(), v)
d = Lower(A=1)
d["BB"] = 2
print(d, d.data, "a" in d, len(d))
class L(UserList):
    def total(self):
        return sum(self.data)
print(L([1, 2]) + [3], (L([1, 2]) + [3]).total(), L([3, 1])[0:1])
print(UserString("abc").upper(), type(UserString("a") + "b").__name__)
