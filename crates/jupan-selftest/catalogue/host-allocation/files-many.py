# expect: exception:OSError
# error-contains: "No space left on device"
# why: files are so many at most, empty or not

number = 0
while True:
    open('f%d' % number, 'w').close()
    number += 1
