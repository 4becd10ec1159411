import logging, sys, io
buf = io.StringIO()
h = logging.StreamHandler(buf)
h.setFormatter(logging.Formatter("%(levelname)-8s %(name)s: %(message)s"))
log = logging.getLogger("app.db")
log.addHandler(h); log.setLevel(logging.INFO); log.propagate = False
log.debug("hidden"); log.info("hello %s", "x"); log.warning("n=%d", 5)
try:
    1 / 0
except ZeroDivisionError:
    log.exception("failed")
lines = buf.getvalue().splitlines()
print(lines[:3], lines[-1], log.isEnabledFor(10), logging.getLevelName(30), log.getEffectiveLevel(), logging.getLogger("app.db") is log)
logging.basicConfig(stream=sys.stdout, level=logging.DEBUG, format="%(levelname)s:%(message)s")
logging.debug("root %r", {"a": 1}); logging.error("bad")
