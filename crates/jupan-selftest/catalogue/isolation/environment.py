# expect: ok | exception
# then: "import os\nprint('LEFT_OVER' in os.environ)"
# then-stdout: "False\n"
# why: a variable set by a program is gone

import os
os.environ['LEFT_OVER'] = '1'
