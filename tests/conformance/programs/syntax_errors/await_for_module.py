import asyncio
await asyncio.sleep(1)
