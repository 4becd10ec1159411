cases = ["len(5)", "len()", "len(1, 2)", "int([])", "int('a')", "int('1.5')", "int(None)", "int('')", "int(' 12 ')", "int('0x1f', 16)",
         "int('z', 36)", "int('9', 8)", "int('1', 99)", "int(float('nan'))", "int(float('inf'))", "float('abc')", "float([])", "float('')",
         "complex('1+')", "complex([])", "list(5)", "tuple(1.5)", "dict([1])", "dict([(1, 2, 3)])", "dict(5)", "set(3)",
         "sum('abc')", "sum([1, 'a'])", "sum([[1]], 0)", "max([])", "max()", "max(1)", "min(1, 'a')", "max([1, 'a'])", "sorted([1, 'a'])", "sorted(5)",
         "range('a')", "range(1.5)", "range(1, 2, 0)", "range()", "chr(-1)", "chr(1114112)", "chr('a')", "ord('ab')", "ord('')", "ord(5)",
         "round('a')", "round(1.5, 'a')", "abs()", "pow('a', 2)", "isinstance(1, 5)", "issubclass(1, int)", "hash([])", "hash({})", "hash({1})",
         "{[]: 1}", "{{}}", "{[1]}", "iter(5)", "next(5)", "zip(5)", "enumerate(5)", "map(str)", "list(map(5, [1]))", "filter(None)",
         "open()", "getattr(5)", "getattr(5, 'x')", "getattr(5, 6)", "callable()", "5()", "'a'()", "None()", "[1]('a')", "(1)(2)",
         "5[0]", "None[0]", "5['a']", "{}[[]]", "[1]['a']", "[1][1.5]", "'abc'['a']", "(1,)['x']", "len[0]", "int[0]", "list[0]", "[1, 2][None]",
         "bytes('a')", "bytes([256])", "bytes(-1)", "bytearray('a')", "memoryview('a')", "slice()", "bin(1.5)", "hex('a')", "oct(None)", "type(1, 2)", "super()",
         "list(zip([1], [1, 2], strict=True))", "list(zip([1, 2], [1], strict=True))", "print(1, foo=2)", "vars(5)", "format(5, 'z')", "format('a', 'd')", "format(1.5, 'd')", "format([], '5')",
         "divmod(1)", "sum(5)", "all(5)", "any(None)", "reversed(5)", "list(reversed({}))", "frozenset(5)", "object(1)", "bool(1, 2)", "eval('1 +')", "compile('a', 'b')"]
for c in cases:
    try:
        print(c, "=", eval(c))
    except Exception as e:
        print(c, "->", type(e).__name__, "|", e)
