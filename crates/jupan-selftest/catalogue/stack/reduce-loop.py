# expect: exception:RecursionError
# why: functools.reduce calls the function that called it

import functools

def again(a, b):
    return functools.reduce(again, [a, b])

again(1, 2)
