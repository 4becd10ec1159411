data = [3, 1, 2]
def key(x):
    data.append(x)
    return x
try:
    data.sort(key=key)
except ValueError as e:
    print(e)
print(data)
class Evil:
    def __init__(self, v): self.v = v
    def __lt__(self, o):
        box.append(Evil(0))
        return self.v < o.v
box = [Evil(2), Evil(1), Evil(3)]
try:
    box.sort()
except ValueError as e:
    print("caught", e)
print(len(box))
