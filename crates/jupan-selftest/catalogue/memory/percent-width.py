# expect: memory
# why: a width of a billion in the old formatting

'%0999999999d' % 1
