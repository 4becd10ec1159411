from statistics import NormalDist
n = NormalDist(100, 15)
print(n, n.mean, n.stdev, n.variance, n.median, n.mode, n.pdf(100), n.cdf(115), n.inv_cdf(0.975), n.zscore(130), n.quantiles(4), n.overlap(NormalDist(110, 15)))
print(n + 5, n * 2, n / 3, n - 10, -n, n + NormalDist(1, 2), n - NormalDist(1, 2), n == NormalDist(100, 15), NormalDist.from_samples([1, 2, 3, 4]), NormalDist())
print([round(NormalDist().inv_cdf(p), 6) for p in (0.01, 0.05, 0.5, 0.9, 0.999)], NormalDist().samples(2, seed=5))
for f in (lambda: NormalDist(0, -1), lambda: n.inv_cdf(0), lambda: n.inv_cdf(1.5), lambda: NormalDist(0, 0).pdf(1), lambda: NormalDist.from_samples([1])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
