# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of coroutines that never ran

async def hold(inner):
    pass

chain = None
for _ in range(30000): chain = hold(chain)
del chain
