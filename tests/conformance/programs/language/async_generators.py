import asyncio

class Ticker:
    def __init__(self, n):
        self.n = n
    def __aiter__(self):
        self.i = 0
        return self
    async def __anext__(self):
        if self.i >= self.n:
            raise StopAsyncIteration
        self.i += 1
        return self.i

async def agen():
    for i in range(3):
        yield i * 10
        await asyncio.sleep(0)

class CM:
    async def __aenter__(self):
        print("enter")
        return self
    async def __aexit__(self, *a):
        print("exit", a[0])

async def main():
    print([x async for x in Ticker(3)])
    print({x: 1 async for x in agen() if x})
    async with CM():
        print("in")

asyncio.run(main())
