import sys
def main():
    print("working")
    return 3
try:
    sys.exit(main())
finally:
    print("finally")
