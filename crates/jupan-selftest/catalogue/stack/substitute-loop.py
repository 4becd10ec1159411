# expect: exception:RecursionError
# why: a replacement function that replaces again

import re

def again(match=None):
    return re.sub('a', again, 'a')

again()
