# expect: exception:OSError
# error-contains: "[Errno 36]"
# why: names have a length at most

open('n' * 10**6, 'w')
