# expect: ok
# then: "import math\nprint(round(math.tau, 3))\n"
# then-stdout: "6.283\n"
# why: nothing of this run is seen by the next

import math
math.tau = 0
