# expect: ok
# stdout: "500000 235701907\n"
# why: half a million floats is ordinary work

import math
xs = [math.sqrt(i) for i in range(500000)]
print(len(xs), round(sum(xs)))
