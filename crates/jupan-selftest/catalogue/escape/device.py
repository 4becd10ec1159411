# expect: denied
# why: no device

open('/dev/mem', 'rb').read(1)
