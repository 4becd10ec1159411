# expect: timeout
# limits: wall_ms=150
# why: generators that feed each other

def pass_on(source):
    for item in source:
        yield item

import itertools
chain = itertools.repeat(1)
for _ in range(50): chain = pass_on(chain)
for _ in chain: pass
