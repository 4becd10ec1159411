# expect: ok
# then: "import os\nprint(os.path.exists('/tmp/jupan-selftest'))"
# then-stdout: "False\n"
# why: no file of the host is written

open('/tmp/jupan-selftest', 'w').write('x')
