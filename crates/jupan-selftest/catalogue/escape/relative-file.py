# expect: denied
# why: there is no current folder

open('here.txt', 'w')
