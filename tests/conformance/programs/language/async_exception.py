import asyncio

async def bad():
    await asyncio.sleep(0)
    raise RuntimeError("inside")

async def main():
    r = await asyncio.gather(bad(), return_exceptions=True)
    print(r)
    await bad()

asyncio.run(main())
