# expect: exception | timeout | ok
# limits: wall_ms=150
# why: the host takes only a bounded number of things to wait for

import select
select.select([0] * 10000, [1] * 10000, [], 1000)
