# expect: ok | exception:RecursionError | stack | timeout
# limits: wall_ms=3000
# why: the encoder recurses over what it encodes

import json
deep = []
for _ in range(20000): deep = [deep]
json.dumps(deep)
