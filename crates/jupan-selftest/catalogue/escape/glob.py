# expect: ok
# stdout: "[]\n"
# why: a pattern matches nothing

import glob
print(glob.glob('/etc/*') + glob.glob('/home/*'))
