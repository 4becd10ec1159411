# expect: ok | exception
# stdout-lacks: "root"
# why: nothing of the server's user is visible

import os
print(os.getlogin())
