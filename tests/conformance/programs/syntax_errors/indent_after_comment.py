def f():
    # only a comment

f()
