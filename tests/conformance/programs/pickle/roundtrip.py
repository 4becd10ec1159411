import pickle, copy
from collections import OrderedDict, Counter, deque, namedtuple
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
class P:
    def __init__(self, x): self.x = x
    def __eq__(self, o): return self.x == o.x
    def __repr__(self): return f"P({self.x})"
N = namedtuple("N", "a b")
for obj in (None, 5, -10**30, 2.5, 3 + 4j, "é", b"x", [1, [2]], (1,), {"a": {1, 2}}, frozenset([1]), range(5), OrderedDict(a=1), Counter("aab"), deque([1], 3), date(2024, 1, 1), timedelta(1), Decimal("1.5"), Fraction(1, 3), P([1]), N(1, 2), len, int):
    for proto in (0, 2, 5):
        back = pickle.loads(pickle.dumps(obj, protocol=proto))
        assert back == obj, (obj, proto)
    print(type(obj).__name__, back)
l = []; l.append(l); m = pickle.loads(pickle.dumps(l)); print(m[0] is m, len(pickle.dumps([1, 2, 3])), pickle.dumps("a", 0))
for bad in ("pickle.dumps(lambda: 1)", "pickle.loads(b'garbage')", "pickle.loads(b'')", "pickle.dumps(x for x in [])"):
    try:
        eval(bad)
    except Exception as e:
        print(bad, "->", type(e).__name__)
