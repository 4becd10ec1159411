# expect: exception | memory
# why: a format that asks for a terabyte of padding

import struct
struct.pack('999999999999x')
