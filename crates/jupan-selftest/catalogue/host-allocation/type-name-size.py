# expect: exception
# limits: output_bytes=4096
# why: the name of an exception is cut

raise type('X' * 10**6, (Exception,), {})('x')
