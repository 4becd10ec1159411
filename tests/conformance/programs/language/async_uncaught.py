import asyncio

async def inner():
    raise RuntimeError("deep inside")

async def main():
    await inner()

asyncio.run(main())
