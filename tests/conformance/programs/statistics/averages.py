import statistics as st
from fractions import Fraction as F
from decimal import Decimal as D
data = [2, 4, 4, 4, 5, 5, 7, 9]
print(st.mean(data), st.fmean(data), st.median(data), st.mode(data), st.median_low(data), st.median_high(data), st.median_grouped(data), st.multimode("aabbc"), st.geometric_mean([1, 2, 4]), st.harmonic_mean([40, 60]), st.harmonic_mean([40, 60], weights=[5, 30]))
print(st.mean([1.5, 2.5]), st.mean([F(1, 2), F(1, 3)]), st.mean([D("0.5"), D("0.75")]), st.mean([1, 2]), st.mean([1, 3]), st.fmean([3.5, 4.0], weights=[1, 3]), st.median([1, 3, 2]), st.median(["b", "a", "c"]) if 0 else "", st.mode(["red", "blue", "blue"]), st.mean([True, False]))
for f in (lambda: st.mean([]), lambda: st.median([]), lambda: st.mode([]), lambda: st.stdev([1]), lambda: st.variance([]), lambda: st.geometric_mean([-1, 0]), lambda: st.harmonic_mean([-1]), lambda: st.mean(["a"]), lambda: st.mean(5), lambda: st.correlation([1], [2]), lambda: st.quantiles([1]), lambda: st.fmean([]), lambda: st.mean([1, None]), lambda: st.linear_regression([1, 1], [1, 2]), lambda: st.quantiles([1, 2], n=0), lambda: st.pstdev([])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
