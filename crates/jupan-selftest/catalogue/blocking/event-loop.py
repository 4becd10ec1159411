# expect: timeout | exception
# limits: wall_ms=2000
# why: a future that nobody completes

import asyncio

async def never():
    await asyncio.Future()

asyncio.run(never())
