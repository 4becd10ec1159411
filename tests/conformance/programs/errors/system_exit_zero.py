import sys
try:
    sys.exit()
except SystemExit as e:
    print("caught", e.code)
exit(0)
print("never")
