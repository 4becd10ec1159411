# expect: ok
# stdout: "\u001b[2J\u001b]0;owned\u0007\r\u0008\n"
# why: control characters reach the caller as data, escaped in the JSON

print('\x1b[2J\x1b]0;owned\x07\r\x08')
