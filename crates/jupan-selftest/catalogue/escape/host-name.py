# expect: ok | exception
# stdout-lacks: "Linux"
# why: nothing of the host's name and system is visible

import platform
print(platform.node(), platform.system())
