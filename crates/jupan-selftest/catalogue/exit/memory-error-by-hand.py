# expect: memory | exception
# why: a MemoryError raised by the program itself

raise MemoryError('not really')
