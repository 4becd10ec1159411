cases = ["1 + 'a'", "'a' + 1", "[1] + (2,)", "(1,) + [2]", "None + 1", "1 - []", "'a' * 'b'", "'a' - 'b'", "{} + {}",
         "{1} + {2}", "[1] * 1.5", "1 < 'a'", "None > 1", "[1] < (1,)", "1j < 2j", "'a' in 5", "1 in 'abc'", "-'a'", "+[]",
         "~1.5", "abs('x')", "not_defined", "5 % 'a'", "'%d' % 'x'", "'%s %s' % (1,)", "'%s' % (1, 2)", "b'a' + 'b'",
         "'a' + b'b'", "{} < {}", "object() + 1", "len + 1", "1 @ 2", "2 ** 'a'", "1 << 1.0", "1 & 2.0", "divmod('a', 2)",
         "[] @ []", "1 // 'a'", "print + print", "int + 1", "1 if 1 < [] else 2"]
for c in cases:
    try:
        print(c, "=", eval(c))
    except Exception as e:
        print(c, "->", type(e).__name__, "|", e)
