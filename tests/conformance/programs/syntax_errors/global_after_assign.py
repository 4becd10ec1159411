x = 1
def f():
    x = 2
    global x
