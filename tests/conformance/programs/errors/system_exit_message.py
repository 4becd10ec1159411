import sys
print("before")
sys.exit("something failed")
