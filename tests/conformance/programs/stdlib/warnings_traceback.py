import warnings, traceback, sys
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    warnings.warn("old", DeprecationWarning)
    warnings.warn("careful")
print([(x.category.__name__, str(x.message)) for x in w])
def f(): return 1 / 0
try:
    f()
except ZeroDivisionError as e:
    text = traceback.format_exc()
    print(text.splitlines()[0], text.splitlines()[-1], traceback.format_exception_only(e), [fr.name for fr in traceback.extract_tb(e.__traceback__)])
    tb = e.__traceback__
    while tb.tb_next: tb = tb.tb_next
    print(tb.tb_lineno, tb.tb_frame.f_code.co_name)
try:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.warn("now an error", UserWarning)
except UserWarning as e:
    print(repr(e))
