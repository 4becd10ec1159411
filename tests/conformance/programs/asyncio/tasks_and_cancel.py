import asyncio
async def job(n):
    try:
        await asyncio.sleep(n / 20)
        return n
    except asyncio.CancelledError:
        print("cancelled", n)
        raise
async def main():
    ts = [asyncio.create_task(job(n), name=f"t{n}") for n in (3, 1, 2)]
    done, pending = await asyncio.wait(ts, return_when=asyncio.FIRST_COMPLETED)
    print(len(done), len(pending), [t.result() for t in done])
    for f in asyncio.as_completed(pending):
        print(await f)
    t = asyncio.create_task(job(2000))
    await asyncio.sleep(0)
    t.cancel()
    try:
        await t
    except asyncio.CancelledError:
        print("done", t.cancelled())
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(1)
    except TimeoutError as e:
        print("timeout", repr(e))
    print(await asyncio.shield(job(0)), asyncio.current_task().get_name()[:4])
    r = await asyncio.gather(job(1), asyncio.sleep(0, "s"))
    print(r)
asyncio.run(main())
