# expect: ok | exception | stack
# why: format strings nested in format strings

text = '1'
for _ in range(200):
    text = 'f"{' + text + '}"'
exec(text)
