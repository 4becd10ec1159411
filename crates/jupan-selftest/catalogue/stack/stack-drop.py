# expect: ok | limit
# why: freeing a long chain must not take the interpreter down

node = None
for i in range(400000): node = [node, i]
node = None
print('freed')
