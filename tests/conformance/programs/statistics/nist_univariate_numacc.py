# NIST StRD NumAcc1 to NumAcc4: certified mean, standard deviation, lag-1 autocorrelation.
import statistics
from fractions import Fraction
sets = {
    "NumAcc1": ([10000001, 10000003, 10000002], 10000002, 1),
    "NumAcc2": ([1.2] + [1.1, 1.3] * 500, 1.2, 0.1),
    "NumAcc3": ([1000000.2] + [1000000.1, 1000000.3] * 500, 1000000.2, 0.1),
    "NumAcc4": ([10000000.2] + [10000000.1, 10000000.3] * 500, 10000000.2, 0.1),
}
def lag1(xs):
    m = statistics.fmean(xs)
    return sum((a - m) * (b - m) for a, b in zip(xs, xs[1:])) / sum((a - m) ** 2 for a in xs)
for name, (xs, mean, sd) in sets.items():
    print(name, len(xs), statistics.mean(xs), statistics.stdev(xs), lag1(xs))
    assert abs(statistics.mean(xs) - mean) <= 1e-15 * abs(mean)
    assert abs(statistics.stdev(xs) - sd) < 1e-8, statistics.stdev(xs)
    exact = [Fraction(str(x)) for x in xs]
    print(statistics.mean(exact), statistics.variance(exact), float(statistics.mean(exact)) == mean)
