# expect: ok
# then: "import sys\nprint('left_over' in sys.modules)"
# then-stdout: "False\n"
# why: a module that was made is gone

import sys
import types
sys.modules['left_over'] = types.ModuleType('left_over')
