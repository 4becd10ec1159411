import sys, atexit
atexit.register(print, "bye")
print("before")
sys.exit()
print("never")
