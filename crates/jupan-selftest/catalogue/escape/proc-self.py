# expect: denied
# why: nothing of the host's process is visible

print(open('/proc/self/environ', 'rb').read())
