# expect: memory | exception:OverflowError
# why: an array repeated a billion times

import array
array.array('i', [0]) * 10**9
