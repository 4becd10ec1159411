# expect: ok
# stdout: "ü 日本 🚀\n"
# why: UTF-8 survives

print('ü 日本 🚀')
