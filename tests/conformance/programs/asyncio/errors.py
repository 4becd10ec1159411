import asyncio
async def f(): return 1
async def boom(): raise KeyError("x")
async def main():
    async with asyncio.TaskGroup() as tg:
        tg.create_task(boom())
        tg.create_task(asyncio.sleep(1))
try:
    asyncio.run(main())
except* KeyError as eg:
    print(eg.exceptions)
c = f()
try:
    asyncio.run(asyncio.sleep(0)); print(asyncio.run(c)); raise ValueError('end')
except Exception as e:
    print(type(e).__name__, e)
async def nested():
    try:
        asyncio.run(f())
    except RuntimeError as e:
        print(e)
import warnings
warnings.simplefilter("ignore")
asyncio.run(nested())
asyncio.get_running_loop()
