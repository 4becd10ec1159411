import asyncio

async def producer(q):
    for i in range(3):
        await q.put(i)
    await q.put(None)

async def consumer(q, out):
    while (item := await q.get()) is not None:
        out.append(item * 2)

async def main():
    q = asyncio.Queue(maxsize=1)
    out = []
    async with asyncio.TaskGroup() as tg:
        tg.create_task(producer(q))
        tg.create_task(consumer(q, out))
    print(out)
    sem = asyncio.Semaphore(2)
    async with sem:
        print(sem.locked())
    ev = asyncio.Event()
    ev.set()
    await ev.wait()
    lock = asyncio.Lock()
    async with lock:
        print(lock.locked())

asyncio.run(main())
