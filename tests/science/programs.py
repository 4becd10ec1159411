"""The programs that are compared with numpy, pandas, scipy and sympy of a desktop: how integers
come about, times what is done with them, and single ones.

    python programs.py > recorded.json      # with a Python that has the packages
"""

import contextlib
import io
import json
import sys
import traceback

HEAD = "import io\nimport numpy as np\nimport pandas as pd\n"
SHOW = "print(r.tolist() if hasattr(r, 'tolist') else r, getattr(r, 'dtype', type(r).__name__))\n"

# Arrays and Series of integers.
ORIGINS = {
    "list": "np.array([3, 1, 100000, 70000])",
    "nested list": "np.array([[1, 200000], [300000, 4]])",
    "range": "np.array(range(99990, 99996))",
    "arange": "np.arange(100000, 100006)",
    "arange step": "np.arange(0, 600000, 100000)",
    "zeros": "np.zeros(4, int) + 99999",
    "ones by name": "np.ones(4, dtype='int') * 88888",
    "full": "np.full((2, 2), 77777)",
    "empty": "np.empty(3, dtype=int) * 0 + 123456",
    "zeros_like": "np.zeros_like([1, 2, 3]) + 100001",
    "int_": "np.array([70000, 80000], dtype=np.int_)",
    "astype": "np.array([1e5, 2e5]).astype(int)",
    "astype by name": "np.array([1e5, 2e5]).astype('int')",
    "linspace": "np.linspace(0, 300000, 4, dtype=int)",
    "randint": "np.random.RandomState(1).randint(90000, 100000, 5)",
    "seeded randint": "(np.random.seed(3), np.random.randint(0, 100000, size=5))[1]",
    "integers": "np.random.default_rng(1).integers(90000, 100000, 5)",
    "permutation": "np.random.RandomState(2).permutation(4) + 99999",
    "choice": "np.random.RandomState(2).choice(100000, 4)",
    "truth values": "np.array([True, True, False]) * 65536",
    "sum of truth values": "np.cumsum(np.ones(5, bool)) * 65536",
    "argsort": "np.argsort([3, 1, 2]) + 99999",
    "method argsort": "np.array([3, 1, 2]).argsort() + 99999",
    "where": "np.where(np.array([0, 1, 1]))[0] + 99999",
    "nonzero": "np.array([0, 1, 1]).nonzero()[0] + 99999",
    "searchsorted": "np.searchsorted([1, 5, 9], [2, 7]) + 99999",
    "bincount": "np.bincount([1, 1, 2, 2, 2]) * 50000",
    "digitize": "np.digitize([1, 5, 9], [2, 6]) + 99999",
    "counts": "np.unique([1, 1, 2], return_counts=True)[1] + 99999",
    "histogram": "np.histogram([1, 2, 2, 3], bins=3)[0] + 99999",
    "series": "pd.Series([100000, 200000, 300000])",
    "column": "pd.DataFrame({'a': [100000, 200000], 'b': [1, 2]})['a']",
    "read_csv": "pd.read_csv(io.StringIO('a,b\\n100000,2\\n300000,4'))['a']",
    "group sums": "pd.DataFrame({'k': [1, 1, 2], 'v': [99999, 1, 99998]}).groupby('k')['v'].sum()",
    "value_counts": "pd.Series(['a', 'a', 'b']).value_counts() * 70000",
    "lengths": "pd.Series(['a', 'bcd']).str.len() * 70000",
    "fromiter": "np.fromiter((n * 50000 for n in range(4)), dtype=int)",
    "concatenate": "np.concatenate([[1, 2], np.arange(99998, 100000)])",
    "meshgrid": "np.meshgrid([1, 100000], [2, 100000])[0]",
    "indices": "np.indices((2, 2))[0] + 99999",
}

# What is done with them.
USES = {
    "square": "x * x",
    "power": "np.power(x, 3)",
    "sum": "(x * x).sum()",
    "np.prod": "np.prod(x)",
    "cumsum": "np.cumsum(x * x)",
    "dot": "np.dot(np.ravel(x), np.ravel(x))",
    "matmul": "np.reshape(np.asarray(x), (1, -1)) @ np.reshape(np.asarray(x), (-1, 1))",
    "one times a large number": "np.ravel(x)[0] * 10**9 + np.max(x) * 10**9",
    "shift and floor": "(np.ravel(x) << 20) // 3",
    "mean and deviation": "np.round(np.mean(x * x) + np.std(x), 4)",
}

# Programs by themselves.
ALONE = """
np.prod([100000, 100000])
---
np.multiply(100000, 100000)
---
np.dot([100000, 2], [100000, 3])
---
np.sum([2**31 - 1, 1])
---
np.sum(range(100000))
---
sum(np.arange(100000))
---
np.arange(1, 21).prod()
---
np.array([2**31, 1]).dtype
---
np.array([[2**40, 1], [1, 1]]) @ np.array([[2, 0], [0, 2]])
---
np.linalg.matrix_power(np.array([[1, 1], [1, 0]]), 60)
---
np.vander([10, 20, 30], 8)
---
np.outer([100000, 3], [100000, 7])
---
np.cross([100000, 2, 3], [4, 100000, 6])
---
np.kron([100000, 2], [100000, 3])
---
np.einsum('i,i->', np.array([100000, 5]), np.array([100000, 7]))
---
np.tensordot([[100000, 1], [2, 3]], [[100000, 4], [5, 6]])
---
np.inner([100000, 100000], [100000, 100000])
---
np.convolve([100000, 2], [100000, 3])
---
np.polyval([3, 2, 1], 100000)
---
np.diff([0, 2**31, 2**32])
---
np.trace(np.full((3, 3), 2**30))
---
np.iinfo(int).max
---
np.iinfo(np.int_).max
---
np.iinfo('int').max
---
np.dtype(int).itemsize
---
np.dtype('l').itemsize
---
np.zeros(2, dtype='l') + 2**31
---
np.left_shift(1, 40)
---
np.lcm.reduce([6, 10, 15, 1024, 99991, 65537])
---
np.gcd.reduce([2**40, 2**35 * 3])
---
np.abs(np.array([-100000])) ** 2
---
np.mod(np.array([10**10]), 7)
---
np.floor(1e10).astype(int)
---
np.rint([1.5e10, 2.5]).astype('int64')
---
np.array([1, 2, 3]).repeat([1, 2, 3])
---
np.repeat([7, 8], np.array([2, 3]))
---
np.take([10, 20, 30], np.array([2, 0]))
---
np.choose(np.array([0, 1, 0]), [[1, 2, 3], [4, 5, 6]])
---
np.bincount(np.array([1, 2, 2]), minlength=5)
---
np.bincount(np.array([0, 1, 1]), weights=[0.5, 1.0, 2.0])
---
np.ravel_multi_index((np.array([1, 2]), np.array([0, 1])), (3, 4))
---
np.partition([5, 3, 9, 1], np.array([1]))[1]
---
np.insert(np.arange(5), np.array([1, 3]), 99)
---
np.delete(np.arange(6), np.array([0, 5]))
---
np.split(np.arange(6), np.array([2, 4]))[1]
---
np.percentile(np.arange(101), [25, 50, 75])
---
np.median([100000, 200000, 2**33])
---
np.average([100000, 200000], weights=[3, 1])
---
np.cov([1, 2, 3, 4], [2, 4, 6, 9])
---
np.corrcoef([1, 2, 3, 4], [2, 4, 6, 9]).round(10)
---
np.interp([1.5, 2.5], [1, 2, 3], [10, 20, 30])
---
np.argmax([1, 9, 3]) * 10**10
---
np.count_nonzero([1, 0, 2]) * 10**10
---
np.lexsort(([1, 2, 0], [1, 1, 0])) * 10**10
---
np.flatnonzero([0, 1, 1]) * 10**10
---
np.argwhere([0, 1, 1]) * 10**10
---
np.tri(3, dtype=int) * 2**33
---
np.tril_indices(3)[0] * 2**33
---
np.eye(2, dtype=int) * 2**33
---
np.random.RandomState(0).randint(1, 7, 10)
---
np.random.RandomState(0).poisson(3, 5) * 2**33
---
np.random.RandomState(0).binomial(10, 0.5, 5) * 2**33
---
np.random.RandomState(0).multinomial(10, [0.2, 0.8]) * 2**33
---
np.random.RandomState(0).choice([10, 20, 30], 5) * 2**33
---
np.random.RandomState(0).normal(size=3).round(12)
---
np.random.default_rng(0).normal(size=3).round(12)
---
np.random.default_rng(0).permutation(5) * 2**33
---
np.random.default_rng(0).choice(5, 3) * 2**33
---
np.random.default_rng(0).poisson(3, 3) * 2**33
---
np.random.default_rng(0).integers(2**40, size=3)
---
np.random.RandomState(5).randint(2**40, size=3, dtype=np.int64)
---
np.fft.fft([1, 2, 3, 4]).round(10)
---
np.array([1, 2, 3], dtype=np.int32).sum().dtype
---
np.array([100, 100], dtype=np.int8).sum()
---
np.array([200, 100], dtype=np.uint8).sum().dtype
---
np.array([1, 2], dtype=np.int32) * 2
---
(np.array([1, 2], dtype=np.int32) * 2).dtype
---
repr(np.array([1, 2, 3]))
---
repr(np.array([1, 2], dtype=np.int32))
---
repr(np.int64(5))
---
repr(np.arange(3) == 1)
---
pd.Series([100000, 200000]).prod()
---
pd.Series([2**31 - 1, 1]).sum()
---
pd.Series([100000] * 3).cumprod()
---
pd.Series(range(5)).dtype
---
pd.DataFrame({'a': [100000], 'b': [100000]}).eval('a * b')
---
pd.DataFrame({'a': [1, 2], 'b': [100000, 300000]}).prod()
---
pd.DataFrame(np.arange(6).reshape(2, 3)).dtypes.unique()
---
pd.DataFrame({'k': list('aab'), 'v': [99999, 99998, 3]}).groupby('k')['v'].prod()
---
pd.DataFrame({'k': list('aab'), 'v': [1, 2, 3]}).groupby('k').size() * 2**33
---
pd.DataFrame({'k': list('aab'), 'v': [1, 2, 3]}).groupby('k')['v'].transform('sum') * 2**33
---
pd.DataFrame({'k': list('aab'), 'v': [1, 2, 3]}).pivot_table(index='k', values='v', aggfunc='sum')
---
pd.crosstab([1, 1, 2], [3, 4, 4]) * 2**33
---
pd.Series([3, 1, 2]).argsort() * 2**33
---
pd.factorize(np.array(['b', 'a', 'b']))[0] * 2**33
---
pd.cut([1, 5, 9], 3, labels=False) * 2**33
---
pd.Series([1, 2, 3]).rank().astype(int) * 2**33
---
pd.Series(['1', '22']).astype(int) * 2**31
---
pd.to_numeric(pd.Series(['100000', '3'])) ** 2
---
pd.Series([1.0, 2.0]).astype(int) * 2**33
---
pd.Series([True, False, True]).sum() * 2**33
---
pd.Series([1, 2, 3]).rolling(2).sum()
---
pd.Series([1, None, 3]).fillna(0).astype('int') * 2**33
---
pd.date_range('2024-01-01', periods=3).astype('int64')
---
(pd.Timestamp('2024-03-01') - pd.Timestamp('2024-01-01')).days
---
pd.DataFrame({'a': [1, 2]}).merge(pd.DataFrame({'a': [2, 1], 'b': [10**5, 10**6]})).prod()
---
pd.read_csv(io.StringIO('a\\n2147483648\\n1'))['a'].sum()
---
pd.DataFrame({'a': [1, 2, 3], 'b': [4.5, 5.5, 6.5]}).describe()
---
pd.DataFrame({'a': [1, 2, 3]}).to_dict('list')
---
pd.DataFrame({'a': [1, 2, 3]}).to_json()
---
pd.Series([1, 2, 3]).quantile([0.25, 0.5])
---
__import__('scipy.special').special.comb(40, 20, exact=True)
---
__import__('scipy.special').special.factorial(15, exact=True)
---
__import__('scipy.special').special.factorial([5, 13, 15], exact=True)
---
__import__('scipy.special').special.perm(20, 12, exact=True)
---
__import__('scipy.stats').stats.mode([100000, 100000, 3]).mode * 10**6
---
__import__('scipy.stats').stats.mode([1, 1, 2]).count * 10**10
---
round(__import__('scipy.stats').stats.norm.cdf(1.96), 12)
---
round(__import__('scipy.stats').stats.ttest_ind([1, 2, 3, 4], [2, 3, 4, 9]).pvalue, 12)
---
__import__('scipy.stats').stats.randint.rvs(0, 100, size=3, random_state=1) * 2**33
---
round(__import__('scipy.stats').stats.binom.pmf(3, 10, 0.5), 12)
---
round(__import__('scipy.stats').stats.poisson.cdf(3, 2.5), 12)
---
np.round(__import__('scipy.optimize').optimize.linear_sum_assignment([[4, 1], [2, 3]]), 0)
---
__import__('scipy.signal').signal.find_peaks([0, 2, 0, 3, 0])[0] * 2**33
---
__import__('scipy.linalg').linalg.det(np.array([[1, 2], [3, 4]]))
---
round(__import__('scipy.integrate').integrate.quad(lambda t: t**2, 0, 1)[0], 12)
---
__import__('scipy.sparse').sparse.csr_matrix(np.array([[100000, 0], [0, 100000]])).power(2).sum()
---
__import__('sympy').factorial(25)
---
__import__('sympy').factorint(2**41 * 3**5)
---
__import__('sympy').isprime(2**61 - 1)
---
__import__('sympy').Matrix([[10**6, 2], [3, 10**6]]).det()
---
__import__('sympy').lambdify('x', 'x**3')(np.array([100000, 200000]))
---
np.array(__import__('sympy').Matrix([[10**5, 2], [3, 4]])).astype(int) ** 2
---
__import__('sys').maxsize
""".strip().split("\n---\n")


def programs():
    for origin, text in ORIGINS.items():
        for use, what in USES.items():
            yield f"{origin}: {use}", f"{HEAD}x = {text}\nr = {what}\n{SHOW}"
    for text in ALONE:
        yield text, f"{HEAD}r = {text}\n{SHOW}"


def run(code):
    """What a program prints, or its error."""
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            exec(compile(code, "program.py", "exec"), {"__name__": "__main__"})
    except Exception as error:
        return {"error": traceback.format_exception_only(error)[-1].strip()}
    return {"stdout": out.getvalue()}


if __name__ == "__main__":
    import numpy
    import pandas
    import scipy
    import sympy

    versions = {module.__name__: module.__version__ for module in (numpy, pandas, scipy, sympy)}
    records = [{"name": name, "code": code, **run(code)} for name, code in programs()]
    json.dump({"versions": versions, "programs": records}, sys.stdout, indent=1)
    print()
