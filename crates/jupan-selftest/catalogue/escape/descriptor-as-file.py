# expect: denied
# why: the same through open()

print(open(5, 'rb').read())
