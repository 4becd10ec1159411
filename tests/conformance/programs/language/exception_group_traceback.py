def f():
    raise ValueError("bad value")

errors = []
for g in (f, lambda: 1 / 0):
    try:
        g()
    except Exception as e:
        errors.append(e)
raise ExceptionGroup("two things went wrong", errors)
