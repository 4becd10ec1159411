values = {"x": 3}
print(eval("x * 2", values))
eval("x + y", values)
