# expect: denied | exception:TypeError
# why: no socket of the host

import socket
socket.socket(socket.AF_UNIX).connect('/var/run/docker.sock')
