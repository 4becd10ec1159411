import sys
def main():
    print("working")
    sys.exit(2)
try:
    main()
except SystemExit as e:
    print("caught", e.code, repr(e))
try:
    exit("message")
except SystemExit as e:
    print(repr(e), e.args)
sys.exit("fatal: no input")
