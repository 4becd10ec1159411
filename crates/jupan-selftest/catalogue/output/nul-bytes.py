# expect: ok
# stdout: "a\u0000b\n"
# why: a NUL does not end the output

print('a\0b')
