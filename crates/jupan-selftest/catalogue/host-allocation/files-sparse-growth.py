# expect: exception:OSError
# why: a file does not grow beyond the quota without being written, either

with open('sparse', 'wb') as file:
    file.truncate(2**40)
