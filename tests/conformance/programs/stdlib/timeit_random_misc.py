import timeit, platform, getpass, tempfile, atexit, gc, errno, signal
print(timeit.timeit("1 + 1", number=10) >= 0, errno.ENOENT, errno.errorcode[13], gc.isenabled(), signal.SIGINT.name, OSError(errno.EEXIST, "x").__class__.__name__)
print(errno.EACCES, errno.EAGAIN, errno.EPIPE, errno.ENOTEMPTY, OSError(2, "nope", "f.txt"), repr(OSError(13, "denied")), ConnectionRefusedError(111, "refused").errno)
try:
    open("data.csv")
except OSError as e:
    print(e.errno, e.strerror, e.filename, e)
atexit.register(lambda: print("last"))
open("missing.json")
