# expect: denied
# limits: wall_ms=3000
# why: no network

import socket
socket.create_connection(('127.0.0.1', 9), timeout=1)
