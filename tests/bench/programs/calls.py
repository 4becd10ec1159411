# Function calls: a recursive Fibonacci, and a function with default and keyword arguments.
# prints: 28657 11640006

def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def price(amount, rate=3, *, discount=1):
    return amount * rate - discount


total = 0
for n in range(80_000):
    total += price(n % 100, discount=n % 7)
print(fib(23), total)
