# expect: denied
# limits: wall_ms=4000
# why: the address where clouds hand out credentials is out of reach

import socket
s = socket.socket()
s.settimeout(1)
s.connect(('169.254.169.254', 80))
