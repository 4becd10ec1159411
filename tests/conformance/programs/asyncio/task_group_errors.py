import asyncio

async def fail(n):
    await asyncio.sleep(0.001 * n)
    raise KeyError(n)

async def slow():
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        print("slow was cancelled")
        raise

async def main():
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(slow())
            group.create_task(fail(1))
    except* KeyError as e:
        print(repr(e), e.exceptions)
    async with asyncio.TaskGroup() as group:
        a = group.create_task(asyncio.sleep(0, "first"))
        b = group.create_task(asyncio.sleep(0, "second"))
    print(a.result(), b.result())

asyncio.run(main())
async def uncaught():
    async with asyncio.TaskGroup() as group:
        group.create_task(fail(0))
asyncio.run(uncaught())
