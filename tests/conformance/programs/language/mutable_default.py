def append_to(x, items=[]):
    items.append(x)
    return items
print(append_to(1), append_to(2), append_to(3, []))
print(append_to.__defaults__)
