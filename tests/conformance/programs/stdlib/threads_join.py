import threading
results = {}
lock = threading.Lock()
def work(n):
    with lock:
        results[n] = sum(range(n))
ts = [threading.Thread(target=work, args=(n,)) for n in (10, 100, 1000)]
for t in ts: t.start()
for t in ts: t.join()
print(results, threading.current_thread().name, all(not t.is_alive() for t in ts))
from concurrent.futures import ThreadPoolExecutor, as_completed
with ThreadPoolExecutor(max_workers=3) as ex:
    print(list(ex.map(lambda x: x * x, range(5))), ex.submit(pow, 2, 5).result())
    fs = {ex.submit(len, w): w for w in ("a", "bbb")}
    print(sorted((fs[f], f.result()) for f in as_completed(fs)))
    bad = ex.submit(lambda: 1 / 0)
    print(repr(bad.exception()))
loc = threading.local(); loc.x = 1; print(loc.x)
e = threading.Event(); e.set(); print(e.wait(1))
