import asyncio

async def main():
    lock, event, semaphore = asyncio.Lock(), asyncio.Event(), asyncio.Semaphore(2)
    log = []

    async def critical(n):
        async with lock:
            log.append(f"in {n}")
            await asyncio.sleep(0)
            log.append(f"out {n}")

    await asyncio.gather(*(critical(n) for n in range(3)))
    print(log)

    running, most = 0, 0
    async def limited():
        nonlocal running, most
        async with semaphore:
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.001)
            running -= 1
    await asyncio.gather(*(limited() for _ in range(6)))
    print("at most", most)

    async def waiter():
        await event.wait()
        return "released"
    task = asyncio.create_task(waiter())
    await asyncio.sleep(0)
    print(task.done(), event.is_set())
    event.set()
    print(await task)

    queue = asyncio.Queue(maxsize=2)
    async def producer():
        for i in range(5):
            await queue.put(i)
        await queue.put(None)
    async def consumer():
        total = 0
        while (item := await queue.get()) is not None:
            total += item
        return total
    print(await asyncio.gather(producer(), consumer()))
    try:
        queue.get_nowait()
    except asyncio.QueueEmpty as e:
        print(type(e).__name__)
    condition = asyncio.Condition()
    ready = []
    async def wait_ready():
        async with condition:
            await condition.wait_for(lambda: len(ready) == 2)
            return list(ready)
    t = asyncio.create_task(wait_ready())
    for i in range(2):
        await asyncio.sleep(0)
        async with condition:
            ready.append(i)
            condition.notify_all()
    print(await t)

asyncio.run(main())
