def task(n):
    if n == 1:
        raise ValueError(f"bad {n}")
    raise OSError(2, "missing", f"file{n}")

errors = []
for n in (1, 2):
    try:
        task(n)
    except Exception as e:
        e.add_note(f"task {n}")
        errors.append(e)
try:
    raise ExceptionGroup("inner", errors[:1])
except ExceptionGroup as inner:
    raise ExceptionGroup("outer", [inner, errors[1], TypeError("t")]) from None
