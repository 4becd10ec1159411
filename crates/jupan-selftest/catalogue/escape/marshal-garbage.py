# expect: ok | crash | exception | limit
# limits: wall_ms=1000
# why: a code object from bytes that nobody checked

import marshal
good = marshal.dumps(compile('x = 1', 'm', 'exec'))
for at in range(len(good)):
    for bit in range(8):
        bad = bytearray(good)
        bad[at] ^= 1 << bit
        try:
            exec(marshal.loads(bytes(bad)), {})
        except Exception:
            pass
