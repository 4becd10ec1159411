import asyncio

async def bad():
    await asyncio.sleep(0)
    raise ValueError("bad task")

async def main():
    r = await asyncio.gather(bad(), asyncio.sleep(0, "ok"), return_exceptions=True)
    print(r)
    t = asyncio.create_task(asyncio.sleep(10))
    await asyncio.sleep(0)
    t.cancel()
    try:
        await t
    except asyncio.CancelledError:
        print("cancelled", t.cancelled())
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(1)
    except TimeoutError:
        print("timed out")
    sem = asyncio.Semaphore(2)
    async with sem:
        print(sem.locked())
    lock = asyncio.Lock()
    async with lock:
        print(lock)if 0 else print(lock.locked())
    ev = asyncio.Event()
    asyncio.get_running_loop().call_soon(ev.set)
    await ev.wait()
    print(ev.is_set())
asyncio.run(main())
