def f(n):
    try:
        if n == 0:
            return "zero"
        if n == 1:
            raise ValueError("one")
        return "other"
    except ValueError as e:
        return f"caught {e}"
    else:
        return "else"
    finally:
        print("finally", n)

print([f(i) for i in range(3)])

def g():
    for i in range(3):
        try:
            if i == 1:
                continue
            if i == 2:
                break
        finally:
            print("f", i)
    else:
        print("no break")

g()
def h():
    try:
        return 1
    finally:
        return 2
print(h())
try:
    try:
        raise KeyError("a")
    finally:
        print("cleanup")
except KeyError as e:
    print(repr(e))
try:
    e
except NameError as x:
    print(x)
