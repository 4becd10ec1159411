# NIST StRD Michelso, Michelson's readings of the speed of light: certified mean, standard deviation,
# lag-1 autocorrelation.
import statistics
from fractions import Fraction
text = """299.85 299.74 299.90 300.07 299.93 299.85 299.95 299.98 299.98 299.88 300.00 299.98 299.93 299.65 299.76 299.81
300.00 300.00 299.96 299.96 299.96 299.94 299.96 299.94 299.88 299.80 299.85 299.88 299.90 299.84 299.83 299.79
299.81 299.88 299.88 299.83 299.80 299.79 299.76 299.80 299.88 299.88 299.88 299.86 299.72 299.72 299.62 299.86
299.97 299.95 299.88 299.91 299.85 299.87 299.84 299.84 299.85 299.84 299.84 299.84 299.89 299.81 299.81 299.82
299.80 299.77 299.76 299.74 299.75 299.76 299.91 299.92 299.89 299.86 299.88 299.72 299.84 299.85 299.85 299.78
299.89 299.84 299.78 299.81 299.76 299.81 299.79 299.81 299.82 299.85 299.87 299.87 299.81 299.74 299.81 299.94
299.95 299.80 299.81 299.87"""
xs = [float(x) for x in text.split()]
exact = [Fraction(x) for x in text.split()]
m = statistics.mean(exact)
lag1 = sum((a - m) * (b - m) for a, b in zip(exact, exact[1:])) / sum((a - m) ** 2 for a in exact)
print(len(xs), statistics.mean(xs), statistics.stdev(xs), statistics.median(xs), statistics.mode(xs))
print(m, statistics.variance(exact), statistics.stdev(exact), float(lag1))
print(statistics.mean(xs) == float(m), abs(statistics.variance(xs) - float(statistics.variance(exact))) < 1e-12)
assert len(xs) == 100 and f"{statistics.mean(xs):.12f}" == "299.852400000000"
assert f"{statistics.stdev(exact):.16f}" == "0.0790105478190518" and f"{float(lag1):.15f}" == "0.535199668621283"
assert f"{statistics.stdev(xs):.12f}" == "0.079010547819"
