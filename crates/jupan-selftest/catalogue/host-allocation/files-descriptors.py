# expect: exception:OSError
# error-contains: "Too many open files"
# why: descriptors are so many at most

files = []
while True:
    files.append(open('f', 'w'))
