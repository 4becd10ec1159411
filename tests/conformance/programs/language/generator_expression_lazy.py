log = []
def f(x):
    log.append(x)
    return x * x
g = (f(x) for x in range(10) if x % 2)
print(next(g), next(g), log)
print(sum(g), log)
any(f(x) > 20 for x in range(100)), log[-1]
