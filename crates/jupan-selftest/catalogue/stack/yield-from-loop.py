# expect: exception:RecursionError
# why: each generator delegates to the next

def down():
    yield from down()

list(down())
