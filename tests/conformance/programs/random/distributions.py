import random
r = random.Random(7)
print(r.gauss(0, 1), r.normalvariate(5, 2), r.lognormvariate(0, 0.5), r.expovariate(1.5), r.triangular(0, 10, 3), r.betavariate(2, 3))
print(r.gammavariate(2, 1), r.paretovariate(3), r.vonmisesvariate(0, 4), r.weibullvariate(1, 1.5), r.binomialvariate(20, 0.3), r.binomialvariate(100, 0.5))
state = r.getstate(); a = r.random(); r.setstate(state); print(a == r.random())
print(r.gammavariate(0.5, 2), r.gauss(), r.expovariate())
