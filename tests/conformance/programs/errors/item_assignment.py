def attempt(code):
    try:
        exec(code)
        print(code, "ok")
    except Exception as e:
        print(code, "->", type(e).__name__, "|", str(e).split(" (/")[0].split(" (unknown")[0])

for c in ["t = (1, 2); t[0] = 5", "s = 'abc'; s[0] = 'x'", "s = 'abc'; del s[0]", "t = (1,); del t[0]", "r = range(3); r[0] = 1", "b = b'ab'; b[0] = 1",
          "l = [1]; l['a'] = 2", "l = [1]; l[0:1] = 5", "l = [1, 2, 3]; l[::2] = [1]", "d = {}; d[[]] = 1", "d = {}; d[{}] = 1", "n = 5; n[0] = 1", "n = None; n['a'] = 1",
          "n = 5; n.x = 1", "s = 'a'; s.x = 1", "o = object(); o.x = 1", "l = []; l.x = 1", "f = frozenset(); f[0] = 1", "s = {1}; s[0]", "s = {1}; s[0] = 1", "s = {1}; del s[0]",
          "int.x = 5", "str.upper = 5", "b = bytearray(b'ab'); b[0] = 256", "b = bytearray(b'ab'); b[0] = 'a'", "n = None; n.x = 5", "t = (1, [2]); t[1] += [3]", "x = 5; del x; x", "del y", "d = {}; del d['a']", "len = 5; len([])",
          "import math; math.foo", "import math; math.pi = 3; print(math.pi)", "from math import foo", "import nosuchmodule", "from collections import nosuch", "import os.nosuch", "import math.foo", "from . import x", "m = memoryview(b'a'); m[0] = 1",
          "d = {1: 2}\nfor k in d: del d[k]", "s = {1}\nfor k in s: s.add(k + 1)", "from collections import deque\nd = deque([1])\nfor k in d: d.append(1)", "def f(): yield\nf()[0]", "class A: pass\nA()[0]", "class A: pass\nA[0]", "class A: pass\nA()()", "class A: pass\nlen(A())", "class A: pass\nA() + 1", "class A: pass\nA() < A()", "class A: pass\nfor x in A(): pass",
          "class A: pass\nA(1)", "class A:\n def __init__(self, x): pass\nA()", "class A:\n def m(self): pass\nA.m()", "class A:\n def m(): pass\nA().m()", "class A:\n def m(self, x): pass\nA().m(1, 2)", "class A:\n x = 1\nA().y", "class A:\n def __init__(self): return 5\nA()", "class A:\n def __len__(self): return -1\nlen(A())", "class A:\n def __len__(self): return 'a'\nlen(A())", "class A:\n def __str__(self): return 5\nstr(A())", "class A:\n def __repr__(self): return None\nrepr(A())", "class A:\n def __bool__(self): return 5\nbool(A())", "class A:\n def __iter__(self): return 5\niter(A())", "class A:\n def __hash__(self): return 'a'\nhash(A())", "class A:\n def __eq__(self, o): return True\nhash(A())", "class A:\n def __int__(self): return 'a'\nint(A())", "class A:\n def __index__(self): return 1.5\n[1][A()]", "class A:\n def __contains__(self, x): return 1\nprint(5 in A())", "class A:\n def __float__(self): return 'x'\nfloat(A())"]:
    attempt(c)
