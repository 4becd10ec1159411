print >>f, 'x'
