# expect: memory
# limits: memory_bytes=134217728
# why: every empty match is a string of its own

import re
kept = re.findall('', ' ' * 10**8)
