import statistics as st
f = st.kde([-2.1, -1.3, -0.4, 1.9, 5.1, 6.2], h=1.5)
print([round(f(x), 6) for x in (-3, 0, 2, 5)])
g = st.kde([1, 2, 3], h=1, kernel="triangular", cumulative=True)
print(g(1.5), g(10), g(-5))
rand = st.kde_random([1, 2, 3], h=0.5, seed=8)
print([round(rand(), 6) for _ in range(3)])
