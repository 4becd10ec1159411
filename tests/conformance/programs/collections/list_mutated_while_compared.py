class E:
    def __eq__(self, other):
        a.clear()
        return True
a = [E(), E(), E()]
b = [1, 2, 3]
print(a == b)
a = [E(), 1]
print(1 in a, len(a))
a = [E(), E()]
print(a.count(5), a)
a = [E(), E()]
a.index(7)
