# expect: exception:ValueError
# limits: output_bytes=4096
# why: the message of an exception is cut

raise ValueError('x' * 10**7)
