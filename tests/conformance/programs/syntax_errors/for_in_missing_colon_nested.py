def f():
    for i in range(3)
        print(i)
