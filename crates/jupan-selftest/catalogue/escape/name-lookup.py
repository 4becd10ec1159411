# expect: denied
# why: no name is looked up

import socket
print(socket.getaddrinfo('localhost', 80))
