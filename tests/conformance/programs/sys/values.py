import sys
print(sys.maxsize, sys.byteorder, sys.float_info.max, sys.float_info.epsilon, sys.float_info.dig, sys.maxunicode, sys.getrecursionlimit(), sys.argv, sys.int_info.default_max_str_digits)
print(sys.version_info >= (3, 8), "math" in sys.modules or True, type(sys.path).__name__, sys.intern("a") is sys.intern("a"), sys.getdefaultencoding(), sys.hash_info.width, sys.hash_info.modulus)
sys.stdout.write("direct\n")
print(sys.getsizeof(5) > 0, sys.exc_info(), sys.flags.optimize, sys.platform in ("linux", "wasi"))
try:
    1 / 0
except ZeroDivisionError:
    print(sys.exc_info()[0], sys.exception())
sys.setrecursionlimit(500)
print(sys.getrecursionlimit())
