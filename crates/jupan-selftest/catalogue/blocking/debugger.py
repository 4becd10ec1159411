# expect: ok | exception
# limits: wall_ms=3000
# why: a debugger that waits for a person finds that nobody is there

breakpoint()
