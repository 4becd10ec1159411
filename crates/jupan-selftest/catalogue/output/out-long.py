# expect: ok | output
# why: a single line of 50 MB is cut; the reply stays small

print('0123456789' * 5000000)
