def f(x):
    try:
        r = 10 / x
    except ZeroDivisionError:
        return "zero"
    except (TypeError, ValueError) as e:
        return f"{type(e).__name__}: {e}"
    else:
        return r
    finally:
        print("finally", x)

print(f(2), f(0), f("a"))
def g():
    for i in range(3):
        try:
            continue
        finally:
            print("f", i)
    try:
        return 1
    finally:
        return 2
print(g())
