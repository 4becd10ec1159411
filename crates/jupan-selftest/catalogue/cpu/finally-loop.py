# expect: timeout
# limits: wall_ms=150
# why: a finally block is no shelter from the limit

def forever():
    while True:
        pass

try:
    1 / 0
finally:
    try:
        forever()
    finally:
        forever()
