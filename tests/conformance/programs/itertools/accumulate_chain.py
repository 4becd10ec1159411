from itertools import accumulate, chain
import operator
print(list(accumulate([1, 2, 3, 4])), list(accumulate([3, 1, 4], max)), list(accumulate([1, 2, 3], operator.mul, initial=10)))
print(list(chain([1], "ab", (2,))), list(chain.from_iterable([[1], [2, 3]])), sum(chain(range(3), [10])))
chain.from_iterable(5)
