# expect: exception:RecursionError
# why: each coroutine awaits the next

import asyncio

async def down():
    await down()

asyncio.run(down())
