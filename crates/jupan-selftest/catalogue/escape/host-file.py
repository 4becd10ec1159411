# expect: denied
# why: no file of the host is readable

print(open('/etc/hosts').read())
