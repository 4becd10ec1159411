# a comment

# another
x = 'unclosed
