# expect: exception
# why: attributes reached through a format string lead nowhere new

'{0.__class__.__init__.__globals__}'.format(print)
