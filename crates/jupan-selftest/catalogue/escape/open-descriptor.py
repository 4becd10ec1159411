# expect: denied
# why: a descriptor that the server may have open is not open here

import os
print(os.read(4, 100))
