# expect: exception:ValueError
# why: with the guard on, a long number is refused at once

print(str(2**200000)[:10])
