# expect: exception:OSError
# why: a hole counts like what is written

with open('sparse', 'wb') as file:
    file.seek(2**40)
    file.write(b'x')
