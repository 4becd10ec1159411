# expect: ok
# then: "print('left_over' in dir())\n"
# then-stdout: "False\n"
# why: no name survives

left_over = 1
