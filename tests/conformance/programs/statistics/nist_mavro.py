# NIST StRD Mavro, the transmittance of a filter: certified mean, standard deviation, lag-1 autocorrelation.
import statistics
from decimal import Decimal
from fractions import Fraction
data = """2.00180 2.00170 2.00180 2.00190 2.00180 2.00170 2.00150 2.00140 2.00150 2.00150 2.00170 2.00180 2.00180
2.00190 2.00190 2.00210 2.00200 2.00160 2.00140 2.00130 2.00130 2.00150 2.00150 2.00160 2.00150 2.00140 2.00130
2.00140 2.00150 2.00140 2.00150 2.00160 2.00150 2.00160 2.00190 2.00200 2.00200 2.00210 2.00220 2.00230 2.00240
2.00250 2.00270 2.00260 2.00260 2.00260 2.00270 2.00260 2.00250 2.00240"""
texts = data.split()
xs = [float(x) for x in texts]
exact = [Fraction(x) for x in texts]
m = statistics.mean(exact)
lag1 = sum((a - m) * (b - m) for a, b in zip(exact, exact[1:])) / sum((a - m) ** 2 for a in exact)
print(len(xs), statistics.mean(xs), statistics.stdev(xs), statistics.stdev(exact), float(lag1))
print(statistics.mean(Decimal(x) for x in texts), statistics.stdev(Decimal(x) for x in texts), statistics.multimode(texts))
assert len(xs) == 50 and f"{statistics.mean(xs):.14f}" == "2.00185600000000"
assert f"{statistics.stdev(exact):.18f}" == "0.000429123454003053" and f"{float(lag1):.15f}" == "0.937989183438248"
assert abs(statistics.stdev(xs) / 0.000429123454003053 - 1) < 1e-12
