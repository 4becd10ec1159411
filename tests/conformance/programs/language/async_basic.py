import asyncio

async def fetch(name, delay):
    await asyncio.sleep(delay)
    return name.upper()

async def main():
    results = await asyncio.gather(fetch("a", 0.02), fetch("b", 0.01), fetch("c", 0))
    print(results)
    t = asyncio.create_task(fetch("d", 0))
    print(await t)
    try:
        await asyncio.wait_for(fetch("slow", 5), timeout=0.01)
    except asyncio.TimeoutError:
        print("timeout")

asyncio.run(main())
