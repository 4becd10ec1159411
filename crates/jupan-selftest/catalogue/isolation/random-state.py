# expect: ok
# then: "import random\nprint(random.getstate()[1][:3] == (1, 2, 3))"
# then-stdout: "False\n"
# why: the state of the generator is not handed on

import random
state = list(random.getstate()[1])
state[:3] = [1, 2, 3]
random.setstate((3, tuple(state), None))
