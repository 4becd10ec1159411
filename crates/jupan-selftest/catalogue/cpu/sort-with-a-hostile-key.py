# expect: exception:ValueError
# why: a list that its own sort key changes is an error, not a crash

values = list(range(5))

class Key:
    def __lt__(self, other):
        values.clear()
        return True

values.sort(key=lambda value: Key())
