import asyncio

async def worker(name, delay, log):
    for i in range(2):
        await asyncio.sleep(delay)
        log.append(f"{name}{i}")
    return name.upper()

async def agen(n):
    for i in range(n):
        await asyncio.sleep(0)
        yield i

class Ctx:
    async def __aenter__(self):
        return "ctx"
    async def __aexit__(self, *a):
        print("aexit")

async def main():
    log = []
    results = await asyncio.gather(worker("a", 0.01, log), worker("b", 0.015, log))
    print(results, log)
    print([x async for x in agen(3)], {x: 1 async for x in agen(2)})
    async with Ctx() as c:
        print(c)
    try:
        await asyncio.wait_for(asyncio.sleep(10), timeout=0.01)
    except asyncio.TimeoutError as e:
        print("timeout", repr(e))
    async with asyncio.TaskGroup() as tg:
        t = tg.create_task(worker("c", 0, log))
    print(t.result())
    q = asyncio.Queue()
    await q.put(1)
    print(await q.get(), q.empty())
    async for x in agen(1):
        print(x)
    else:
        print("else")

asyncio.run(main())
