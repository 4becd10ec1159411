while 1:
