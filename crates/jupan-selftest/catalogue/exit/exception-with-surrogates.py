# expect: exception:ValueError
# why: a message that is no text is made into one

raise ValueError('\ud800')
