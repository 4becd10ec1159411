# expect: exception:OSError
# error-contains: "No space left on device"
# why: the bytes of all files are bounded

number = 0
while True:
    with open('f%d' % number, 'wb') as file:
        file.write(b'x' * (1 << 20))
    number += 1
