# expect: denied | exception:TypeError
# why: no descriptor can be turned into a connection

import socket
for fd in range(3, 64):
    socket.socket(fileno=fd).send(b'GET / HTTP/1.0\r\n\r\n')
