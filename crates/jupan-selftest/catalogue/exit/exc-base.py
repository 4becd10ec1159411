# expect: exception:KeyboardInterrupt
# why: exceptions that are no Exception are reported as well

def halt():
    raise KeyboardInterrupt('stop now')
halt()
