# NIST StRD Michelso, the first readings of the speed of light: mean and deviation, in floats and exactly.
import statistics
from fractions import Fraction
text = """299.85 299.74 299.90 300.07 299.93 299.85 299.95 299.98 299.98 299.88
300.00 299.98 299.93 299.65 299.76 299.81 300.00 300.00 299.96 299.96"""
xs = [float(x) for x in text.split()]
exact = [Fraction(x) for x in text.split()]
print(len(xs), statistics.mean(xs), statistics.stdev(xs), statistics.median(xs))
print(statistics.mean(exact), statistics.variance(exact), float(statistics.mean(exact)))
print(statistics.mean(xs) == float(statistics.mean(exact)), abs(statistics.variance(xs) - float(statistics.variance(exact))) < 1e-12)
