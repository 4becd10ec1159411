import asyncio, contextlib

class Countdown:
    def __init__(self, n):
        self.n = n
    def __aiter__(self):
        return self
    async def __anext__(self):
        if self.n == 0:
            raise StopAsyncIteration
        self.n -= 1
        await asyncio.sleep(0)
        return self.n

async def numbers():
    try:
        for i in range(10):
            yield i
    finally:
        print("closed")

@contextlib.asynccontextmanager
async def resource(name):
    print("open", name)
    try:
        yield name * 2
    finally:
        print("close", name)

async def main():
    print([n async for n in Countdown(3)])
    print({n: n * n async for n in Countdown(3) if n})
    agen = numbers()
    async for n in agen:
        if n == 2:
            break
    await agen.aclose()
    async with resource("a") as a, resource("b") as b:
        print(a, b)
    print(await anext(Countdown(1)), await anext(Countdown(0), "none"))
    async with contextlib.AsyncExitStack() as stack:
        print(await stack.enter_async_context(resource("c")))
        stack.push_async_callback(asyncio.sleep, 0)
    print(sum([x async for x in numbers()]))
    return "done"

asyncio.run(main())
