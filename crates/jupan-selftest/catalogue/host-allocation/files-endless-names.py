# expect: exception:OSError
# error-contains: "File name too long"
# why: names have a length at most

open('n' * 10**6, 'w')
