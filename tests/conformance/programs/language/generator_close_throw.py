def worker():
    try:
        while True:
            try:
                x = yield
                print("item", x)
            except ValueError as e:
                print("handled", e)
    finally:
        print("cleanup")

w = worker()
next(w)
w.send(1)
w.throw(ValueError("bad"))
w.send(2)
w.close()
try:
    w.send(3)
except StopIteration:
    print("closed")
w.throw(KeyError("late"))
