# expect: denied
# why: nothing leads elsewhere: there are no links

import os
os.symlink('/etc/passwd', 'here')
