# expect: timeout | exception
# limits: wall_ms=150
# why: waiting for nothing is sleeping

import select
select.select([], [], [], 1000)
