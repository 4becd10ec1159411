ns = {"a": 2}
exec("b = a * 3\ndef f(x):\n    return x + b", ns)
print(ns["b"], ns["f"](1), eval("a + b", ns), eval("x * 2", {}, {"x": 4}))
code = compile("[i for i in range(3)]", "<s>", "eval")
print(eval(code))
eval("1 + * 2")
