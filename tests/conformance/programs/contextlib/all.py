import contextlib, io
@contextlib.contextmanager
def once():
    yield 1
c = once()
with c as v: print(v)
try:
    with c: pass
except Exception as e: print(type(e).__name__, e)
class Timer(contextlib.ContextDecorator):
    def __enter__(self): print("start"); return self
    def __exit__(self, *a): print("stop")
@Timer()
def f(): print("in f")
f()
err = io.StringIO()
with contextlib.redirect_stderr(err):
    import sys; print("oops", file=sys.stderr)
print(repr(err.getvalue()))
class R:
    def close(self): print("closed")
with contextlib.closing(R()): pass
with contextlib.suppress(KeyError, IndexError):
    {}["x"]
with contextlib.ExitStack() as st:
    st.push(lambda *a: print("pushed", a[0]) or True)
    st.callback(print, "cb")
    raise ValueError("swallowed")
@contextlib.contextmanager
def bad():
    yield 1
    yield 2
with bad(): pass
