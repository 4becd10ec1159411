import pprint, collections, dataclasses, types, enum
data = {"name": "x" * 30, "list": list(range(30)), "nested": {"b": [1, {"c": (1, 2, ["deep"] * 6)}], "a": None}, ("t", 1): {3, 1, 2}}
pprint.pprint(data); pprint.pprint(data, width=40, compact=True); pprint.pprint(data, depth=2); pprint.pprint(data, indent=4, sort_dicts=False); pprint.pp({"z": 1, "a": 2})
pprint.pprint("word " * 30); pprint.pprint(["a" * 50, b"bytes" * 20]); pprint.pprint({"k": "long text with several words " * 5})
@dataclasses.dataclass
class D:
    first: int
    second: list = dataclasses.field(default_factory=lambda: ["item"] * 20)
    hidden: int = dataclasses.field(default=1, repr=False)
pprint.pprint(D(1)); pprint.pprint([D(1, [])] * 3)
pprint.pprint(collections.OrderedDict((f"key{i}", i) for i in range(12))); pprint.pprint(collections.Counter("mississippi")); pprint.pprint(collections.defaultdict(list, {f"k{i}": [i] * 5 for i in range(5)}))
pprint.pprint(collections.deque(range(40))); pprint.pprint(collections.ChainMap({"a": 1}, {"b": 2})); pprint.pprint(types.SimpleNamespace(a=1, b="x" * 70)); pprint.pprint(types.MappingProxyType({"a": 1}))
print(pprint.pformat({1, 2, 3}), pprint.pformat(frozenset({1})), pprint.pformat(set()), pprint.isreadable({"a": 1}), pprint.isreadable(object), pprint.saferepr([1, "a"]), pprint.isrecursive([]))
loop = [1]; loop.append(loop)
print(pprint.isrecursive(loop), "Recursion on list" in pprint.pformat(loop))
pprint.pprint({"b": 1, "a": 2, 1: 3, None: 4}, underscore_numbers=True); pprint.pprint(123456789, underscore_numbers=True); pprint.pprint([1.5, 10**20, True], width=5)
for bad in (lambda: pprint.pformat(1, width=0), lambda: pprint.pformat(1, depth=0), lambda: pprint.pformat(1, indent=-1), lambda: pprint.PrettyPrinter(compact=True, width="a").pformat([1])):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
