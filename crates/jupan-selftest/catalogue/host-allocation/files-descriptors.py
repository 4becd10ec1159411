# expect: exception:OSError
# error-contains: "[Errno 24]"
# why: descriptors are so many at most

files = []
while True:
    files.append(open('f', 'w'))
