# expect: memory | exception
# why: a float with two thousand million digits is a memory failure, not a crash

'%.2147483647f' % 1.0
