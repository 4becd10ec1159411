cases = ["'a'.join([1, 2])", "'a'.join(5)", "''.join(['a', None])", "'a'.split('')", "'a'.upper(1)", "'a'.foo()", "'a'.startswith(1)", "'a'.find(1)",
         "'abc'.index('z')", "'a'.encode('ascii2')", "'é'.encode('ascii')", "b'\\xff'.decode()", "'a'.center()", "'a'.center('b')", "'a'.ljust(5, 'xx')", "'{}'.format()", "'{a}'.format()", "'{0} {}'.format(1, 2)",
         "'{'.format()", "'}'.format()", "'{:d}'.format('a')", "'{!z}'.format(1)", "'{0.x}'.format(1)", "'{0[1]}'.format([1])", "'%d' % 1.5", "'%z' % 1", "'%(a)s' % {}", "'%(a)s' % 5", "'%c' % 'ab'", "'%x' % 1.5", "'%' % 1",
         "[].append()", "[].append(1, 2)", "[1].extend(5)", "[].pop('a')", "[3, 'a'].sort()", "[1].sort(key=5)", "[].foo", "{}.get()", "{}.update(5)", "{}.update([1])", "{}.setdefault()", "{}.foo", "{}.fromkeys()",
         "set().add()", "set().add([])", "{1}.union(5)", "{1} | [1]", "{1}.foo", "(1).foo", "(1).bit_length(1)", "1.5.as_integer_ratio(1)", "float('inf').as_integer_ratio()", "float('nan').as_integer_ratio()", "(1).to_bytes()", "(256).to_bytes(1, 'big')", "(-1).to_bytes(1, 'big')", "int.from_bytes([300])",
         "float.fromhex('zz')", "(1, 2).foo", "(1, 2).append(3)", "(1,).index()", "b'a'.foo", "b'a'.join(['b'])", "bytes.fromhex('zz')", "range(5).foo", "range(5).index(9)", "str.maketrans('a')", "str.maketrans('ab', 'c')", "'a'.translate()",
         "'abc'.removeprefix()", "'a'.zfill('x')", "'a'.expandtabs('x')", "'a' .count()", "'x'.partition('')", "'x'.isdigit(1)", "str.upper(5)", "list.append((), 1)", "dict.keys([])", "int.bit_length('a')", "{}.items(1)", "[].copy(1)", "''.splitlines(1)"]
for c in cases:
    try:
        print(c, "=", eval(c))
    except Exception as e:
        print(c, "->", type(e).__name__, "|", e)
