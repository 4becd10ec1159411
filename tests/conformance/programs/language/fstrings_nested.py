name = "World"
items = {"a": 1, "b": [1, 2]}
width, prec = 10, 3
print(f"Hello {name!r:>{width}}|")
print(f"{3.14159:{width}.{prec}f}|{42:#06x}|{1234567:,}|{0.256:.1%}")
print(f"{items["a"]} {items['b'][0]} {f"{name.lower()}"}")
print(f"{name=} {1 + 1 = } {items["b"] = !s}")
print(f"{{literal}} {'nested ' + f'{name}'}")
print(f"""multi
{name
 .upper()}
end""")
print(f"{'\n'.join(['x', 'y'])}")
print(f"{(lambda x: x * 2)(4)} { {1: 2}[1] }")
print(rf"\d{name}\n", f"{3!r:^7}|{'é'!a}")
import datetime
print(f"{datetime.date(2024, 2, 29):%d.%m.%Y} {datetime.datetime(2024, 1, 2, 3, 4):%A %H:%M}")
x = 12.5
print(f"{x:08.2f} {x:+} {-x: } {x:e} {x:g} {x:<8}| {x:*^10}")
