def mean(xs): return sum(xs) / len(xs)
def variance(xs, ddof=1):
    m = mean(xs)
    return sum((x - m) ** 2 for x in xs) / (len(xs) - ddof)
def pearson(x, y):
    mx, my = mean(x), mean(y)
    num = sum((a - mx) * (b - my) for a, b in zip(x, y))
    return num / (sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y)) ** 0.5
heights = [160.2, 172.5, 168.1, 181.0, 175.3, 169.9]
weights = [55.1, 70.2, 66.0, 85.7, 78.4, 68.8]
print(mean(heights), variance(heights), variance(heights) ** 0.5, pearson(heights, weights))
slope = sum((a - mean(heights)) * (b - mean(weights)) for a, b in zip(heights, weights)) / sum((a - mean(heights)) ** 2 for a in heights)
print(slope, mean(weights) - slope * mean(heights))
def percentile(xs, p):
    s = sorted(xs); k = (len(s) - 1) * p / 100; f = int(k)
    return s[f] + (s[min(f + 1, len(s) - 1)] - s[f]) * (k - f)
print([percentile(heights, p) for p in (0, 25, 50, 75, 90, 100)])
moving = [mean(heights[i:i + 3]) for i in range(len(heights) - 2)]
print(moving, [round(b - a, 2) for a, b in zip(heights, heights[1:])])
import math
n = len(heights); se = math.sqrt(variance(heights) / n)
print(se, mean(heights) - 1.96 * se, mean(heights) + 1.96 * se)
