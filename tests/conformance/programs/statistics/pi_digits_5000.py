# The first 5,000 digits of pi: mean, standard deviation, lag-1 autocorrelation.
import statistics
from decimal import Decimal, getcontext
getcontext().prec = 5020
def arctan_inverse(x, unity):
    total = term = unity // x
    n, sign = 3, -1
    while term:
        term //= x * x
        total += sign * (term // n)
        sign, n = -sign, n + 2
    return total
unity = 10 ** 5020
pi = 4 * (4 * arctan_inverse(5, unity) - arctan_inverse(239, unity))
ds = []
block = 10 ** 100
text = []
while pi:
    pi, part = divmod(pi, block)
    text.append(f"{part:0100d}")
digits = "".join(reversed(text)).lstrip("0")[:5000]
ds = [int(c) for c in digits]
m = statistics.mean(ds)
lag = sum((a - m) * (b - m) for a, b in zip(ds, ds[1:])) / sum((a - m) ** 2 for a in ds)
print(len(ds), m, statistics.stdev(ds), lag)
