import statistics as st
from decimal import Decimal as D
from fractions import Fraction as F
data = [1.5, 2.5, 2.5, 2.75, 3.25, 4.75]
print(st.stdev(data), st.pstdev(data), st.variance(data), st.pvariance(data), st.variance([1, 2, 3, 4]), st.pvariance([1, 2, 3, 4]), st.stdev([1, 2, 3, 4]), st.pstdev([0, 0, 0]))
print(st.variance([D("27.5"), D("30.25"), D("30.25"), D("34.5")]), st.variance([F(1, 6), F(1, 2), F(5, 3)]), st.stdev([D(1), D(2)]), st.pvariance(data, mu=3), st.variance(data, xbar=2.875))
print(st.quantiles(range(1, 11)), st.quantiles([1, 2, 3, 4, 5], n=10), st.quantiles(data, n=4, method="inclusive"), st.quantiles([5], n=4) if 0 else "")
x, y = [1, 2, 3, 4, 5], [2, 4, 5, 4, 5]
print(st.correlation(x, y), st.covariance(x, y), st.linear_regression(x, y), st.linear_regression(x, y, proportional=True), st.correlation(x, [1, 4, 9, 16, 25], method="ranked"))
r = st.linear_regression(x, y)
print(r.slope, r.intercept, [r.slope * v + r.intercept for v in x])
