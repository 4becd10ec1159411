from collections.abc import Iterable, Mapping, Sequence, Hashable, Callable, Iterator, Generator, MutableMapping, Sized
for obj in ([], (), {}, set(), "s", 5, len, iter([]), (x for x in ()), range(3), None):
    print(type(obj).__name__, [c.__name__ for c in (Iterable, Mapping, Sequence, Hashable, Callable, Iterator, Generator, Sized) if isinstance(obj, c)])
class M(MutableMapping):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
m = M()
m.update(a=1, b=2)
print(m.pop("a"), m.setdefault("c", 5), list(m.items()), m.get("zz"), "b" in m, m == {"b": 2, "c": 5})
