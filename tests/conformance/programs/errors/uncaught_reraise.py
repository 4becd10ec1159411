def process(items):
    for i in items:
        try:
            print(10 / i)
        except ZeroDivisionError:
            print("re-raising")
            raise
process([1, 0])
