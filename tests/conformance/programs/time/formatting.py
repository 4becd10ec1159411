import time
t = time.gmtime(1700000000)
print(t, t.tm_year, t[3], tuple(t), time.strftime("%Y-%m-%d %H:%M:%S", t), time.asctime(t), time.mktime(time.gmtime(0)))
print(time.strptime("30 Nov 2023", "%d %b %Y"), time.struct_time(range(9)), time.ctime(0), time.localtime(86400).tm_mday)
a = time.perf_counter(); b = time.perf_counter(); print(b >= a, type(time.time()).__name__, time.monotonic() <= time.monotonic(), type(time.time_ns()).__name__, time.process_time() >= 0)
time.sleep(-1)
