# expect: timeout
# limits: wall_ms=150
# why: a loop through a library in Python keeps counting against the limit

import json
text = json.dumps(list(range(1000)))
while True:
    json.loads(text)
