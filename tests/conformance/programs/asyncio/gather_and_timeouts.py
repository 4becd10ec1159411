import asyncio

async def fetch(name, delay, fail=False):
    await asyncio.sleep(delay)
    if fail:
        raise ValueError(f"{name} failed")
    return name.upper()

async def main():
    print(await asyncio.gather(fetch("a", 0.003), fetch("b", 0.001), fetch("c", 0.002)))
    results = await asyncio.gather(fetch("a", 0), fetch("b", 0, True), return_exceptions=True)
    print(results)
    try:
        await asyncio.wait_for(asyncio.sleep(10), 0.01)
    except asyncio.TimeoutError as e:
        print("timeout", repr(e))
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(10)
    except TimeoutError as e:
        print("timeout", repr(e))
    done, pending = await asyncio.wait({asyncio.create_task(fetch("x", 0)), asyncio.create_task(fetch("y", 5))},
                                       return_when=asyncio.FIRST_COMPLETED)
    print(len(done), len(pending), [t.result() for t in done])
    for task in pending:
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            print("cancelled", task.cancelled(), task.done())
    for future in asyncio.as_completed([fetch("p", 0.004), fetch("q", 0.001)]):
        print(await future)

asyncio.run(main())
