# expect: ok
# limits: output_bytes=4096
# why: the value of the last expression is cut before it reaches the host's caller

'x' * 10**7
