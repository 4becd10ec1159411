# expect: ok
# then: "import os\nprint(os.path.exists('here.txt'))"
# then-stdout: "False\n"
# why: a file lies in the run's own memory, and is gone with it

open('here.txt', 'w').write('x')
