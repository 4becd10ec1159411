# expect: timeout
# limits: wall_ms=200
# then: "import time\nstart = time.monotonic()\ntime.sleep(0.25)\nprint(time.monotonic() - start >= 0.25)"
# then-stdout: "True\n"
# why: the deadline of one run is not the deadline of the next

while True:
    pass
