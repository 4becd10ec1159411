# expect: ok | exception | exit
# limits: wall_ms=3000
# why: an interactive console finds that nobody is there

import code
code.interact()
