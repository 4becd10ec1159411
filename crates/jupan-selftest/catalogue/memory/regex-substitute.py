# expect: memory
# limits: memory_bytes=134217728
# why: a replacement that makes the text a thousand times longer

import re
re.sub('a', 'b' * 10**4, 'a' * 10**5)
