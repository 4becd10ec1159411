# Statistics: means, spread, quantiles, correlation and a straight line through measurements.
# prints: 50.213788 46.1685 50.34 28.804393 542.1116 452.124000 0.987004 0.797869 6.104486 37

import statistics

state = 2463534242
data = []
for _ in range(8_000):
    state ^= (state << 13) & 0xFFFFFFFF
    state ^= state >> 17
    state ^= (state << 5) & 0xFFFFFFFF
    data.append(state % 10_000 / 100)
later = [value * 0.8 + i % 13 for i, value in enumerate(data)]
line = statistics.linear_regression(data, later)
print(
    f"{statistics.mean(data):.6f}",
    f"{statistics.fmean(later):.4f}",
    f"{statistics.median(data):.2f}",
    f"{statistics.stdev(data):.6f}",
    f"{statistics.pvariance(later):.4f}",
    f"{sum(statistics.quantiles(data, n=10)):.6f}",
    f"{statistics.correlation(data, later):.6f}",
    f"{line.slope:.6f} {line.intercept:.6f}",
    statistics.mode(int(value) for value in data),
)
