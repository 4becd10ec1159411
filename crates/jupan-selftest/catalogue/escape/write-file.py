# expect: denied
# why: no file is written

open('/tmp/jupan-selftest', 'w').write('x')
