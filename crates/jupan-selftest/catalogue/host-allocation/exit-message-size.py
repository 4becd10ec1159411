# expect: exit
# limits: output_bytes=4096
# why: a status that is text goes to stderr, where it is cut

import sys
sys.exit('x' * 10**5)
