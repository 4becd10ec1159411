# expect: ok | exception
# stdout-lacks: "PATH"
# why: no variable of the server's environment is visible

import os
print(sorted(os.environ))
