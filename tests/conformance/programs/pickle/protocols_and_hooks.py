import pickle, io, copyreg, datetime, decimal, fractions, collections, enum
values = [None, True, 0, -1, 255, 256, 2**31, -2**63, 2**100, 1.5, float("inf"), 1+2j, "", "é\n", b"", b"\x00\xff", bytearray(b"ab"),
          (), (1,), (1, 2, 3, 4), [], [1, [2]], {}, {"a": {1: 2}}, {1, 2}, frozenset({3}), range(1, 10, 2), slice(1, 2),
          datetime.date(2024, 2, 29), datetime.timedelta(1, 2, 3), decimal.Decimal("1.50"), fractions.Fraction(1, 3),
          collections.OrderedDict(a=1), collections.Counter("aab"), collections.deque([1, 2], 3), int, len, Ellipsis, NotImplemented]
for protocol in range(6):
    same = [pickle.loads(pickle.dumps(v, protocol)) == v for v in values]
    print(protocol, all(same), pickle.dumps([1, "a", None], protocol))
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __eq__(self, other):
        return (self.x, self.y) == (other.x, other.y)
class Slotted:
    __slots__ = ("a", "b")
class Custom:
    def __init__(self, n):
        self.n, self.cache = n, [1] * 5
    def __getstate__(self):
        return {"n": self.n}
    def __setstate__(self, state):
        self.n, self.cache = state["n"], None
class Reduced:
    def __init__(self, *args):
        self.args = args
    def __reduce__(self):
        return Reduced, self.args
class Color(enum.Enum):
    RED = 1
p = pickle.loads(pickle.dumps(Point(1, [2])))
s = Slotted(); s.a = 5
s2 = pickle.loads(pickle.dumps(s))
c = pickle.loads(pickle.dumps(Custom(3)))
r = pickle.loads(pickle.dumps(Reduced(1, "x")))
print(p == Point(1, [2]), s2.a, hasattr(s2, "b"), c.n, c.cache, r.args, pickle.loads(pickle.dumps(Color.RED)) is Color.RED)
shared = [1]
a, b = pickle.loads(pickle.dumps([shared, shared]))
print(a is b)
loop = []; loop.append(loop)
again = pickle.loads(pickle.dumps(loop))
print(again[0] is again)
for bad in (lambda: pickle.dumps(open, 4), lambda: pickle.loads(b""), lambda: pickle.loads(b"junk"),
            lambda: pickle.dumps((i for i in [])), lambda: pickle.loads(b"\x80\x09."), lambda: pickle.dumps(1, 9),
            lambda: pickle.loads(b"cnope\nthing\n.")):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
buffer = io.BytesIO()
pickler = pickle.Pickler(buffer)
for item in (1, "two", [3]):
    pickler.dump(item)
buffer.seek(0)
u = pickle.Unpickler(buffer)
print([u.load() for _ in range(3)])
try:
    u.load()
except EOFError as e:
    print("EOFError", e)
class Refusing(pickle.Unpickler):
    def find_class(self, module, name):
        raise pickle.UnpicklingError(f"{module}.{name} is forbidden")
try:
    Refusing(io.BytesIO(pickle.dumps(fractions.Fraction(1, 2)))).load()
except pickle.UnpicklingError as e:
    print(e)
