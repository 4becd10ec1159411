def f():
    global x = 5
