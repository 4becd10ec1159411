total = 5
def show():
    amount = 3
    print(totl + amount)
show()
