import statistics
scores = {"math": [88, 92, 79, 93, 85], "art": [75, 80, 68, 90, 91], "pe": [99, 98, 97, 100, 96]}
for subject, xs in scores.items():
    print(f"{subject:<6} n={len(xs)} mean={statistics.mean(xs):6.2f} median={statistics.median(xs):5.1f} sd={statistics.stdev(xs):6.3f} min={min(xs)} max={max(xs)}")
everything = [x for xs in scores.values() for x in xs]
q1, q2, q3 = statistics.quantiles(everything, n=4)
print(q1, q2, q3, q3 - q1, [x for x in everything if x < q1 - 1.5 * (q3 - q1)])
z = [(x - statistics.mean(everything)) / statistics.pstdev(everything) for x in everything]
print([round(v, 3) for v in z], round(sum(z), 10))
ranks = sorted(range(len(everything)), key=lambda i: -everything[i])
print(ranks[:5], statistics.mode([1, 1, 2, 2, 3]), statistics.multimode([1, 1, 2, 2, 3]))
