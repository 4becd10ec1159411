import queue
import threading

lock = threading.Lock()
print(lock.acquire(), lock.acquire(timeout=0.01), lock.acquire(blocking=False), lock.locked())
lock.release()
try:
    lock.release()
except RuntimeError as error:
    print(error)
for arguments in ({"timeout": -5}, {"blocking": False, "timeout": 1}):
    try:
        lock.acquire(**arguments)
    except ValueError as error:
        print(error)
with lock:
    print(lock.acquire(False))
print(lock.acquire(True), lock.acquire(False))

again = threading.RLock()
print(again.acquire(), again.acquire(blocking=False), again.acquire(timeout=1))
for _ in range(3):
    again.release()
try:
    again.release()
except RuntimeError as error:
    print(error)

event = threading.Event()
print(event.wait(0.01), event.is_set())
event.set()
print(event.wait(), event.wait(0.01))

semaphore = threading.Semaphore(1)
print(semaphore.acquire(), semaphore.acquire(timeout=0.01), semaphore.acquire(blocking=False))
try:
    queue.Queue().get(timeout=0.01)
except queue.Empty:
    print("empty")
condition = threading.Condition()
with condition:
    print(condition.wait(0.01), condition.wait_for(lambda: False, 0.01))
