# What is imported and run before the snapshot, so that every run finds it warm.

import importlib
import importlib.util
import io
import os
import sys

# Modules that a program may name without an import, as in the other image.
PRELOADED = """
    bisect cmath collections datetime decimal fractions functools heapq itertools json math operator
    random re statistics textwrap
""".split()


def standard():
    os.environ.update(
        HOME="/tmp", TMPDIR="/tmp", MPLBACKEND="agg", MPLCONFIGDIR="/tmp", PYTHONTZPATH=""
    )
    for name in PRELOADED + """
        array ast base64 dataclasses difflib enum hashlib inspect linecache numbers pprint secrets
        struct tempfile traceback types typing unicodedata uuid warnings zlib zoneinfo abc
        contextlib pathlib pickle timeit calendar copy csv string time
    """.split():
        importlib.import_module(name)


def matplotlib(data):
    """Imports the first part of matplotlib, whose files are in the folder `data`."""
    spec = importlib.util.find_spec("matplotlib")
    module = importlib.util.module_from_spec(spec)
    # It looks for them beside its own file.
    module.__file__ = data + "/__init__.py"
    sys.modules["matplotlib"] = module
    exec(spec.loader.get_code("matplotlib"), vars(module))
    module.get_cachedir = module.get_configdir = lambda: "/tmp"


def packages():
    for name in """
        numpy numpy.linalg numpy.random numpy.fft numpy.polynomial numpy.ma numpy.testing
        numpy.lib.stride_tricks
        pandas pandas.plotting pandas.api.types
        scipy scipy.stats scipy.optimize scipy.integrate scipy.linalg scipy.interpolate
        scipy.special scipy.signal scipy.spatial scipy.sparse scipy.sparse.linalg scipy.constants
        scipy.fft scipy.cluster.hierarchy scipy.ndimage
        sympy sympy.abc sympy.parsing.sympy_parser sympy.stats sympy.physics.units
        sympy.solvers.ode.ode sympy.solvers.ode.single sympy.plotting mpmath
        matplotlib.pyplot matplotlib.ticker matplotlib.dates matplotlib.patches
        matplotlib.backends.backend_agg mpl_toolkits.mplot3d
    """.split():
        importlib.import_module(name)


def warm_up():
    import numpy as np
    import pandas as pd
    import scipy.optimize
    import scipy.stats
    import sympy
    from matplotlib import pyplot as plt

    x, y = sympy.symbols("x y")
    for value in (
        sympy.solve(x**2 - 2, x), sympy.solve([x + y - 3, x - y - 1], [x, y]),
        sympy.integrate(sympy.sin(x) * x, x), sympy.diff(x**3 * sympy.exp(x), x),
        sympy.simplify(sympy.sin(x) ** 2 + sympy.cos(x) ** 2), sympy.factor(x**2 - 1),
        sympy.expand((x + 1) ** 3), sympy.limit(sympy.sin(x) / x, x, 0), sympy.N(sympy.pi, 30),
        sympy.Matrix([[1, 2], [3, 4]]).inv(), sympy.latex(x**2 / 2),
        sympy.series(sympy.cos(x), x, 0, 6),
    ):
        str(value)
    frame = pd.DataFrame({"a": [1, 2, 3], "b": ["x", "y", "x"], "c": [1.5, 2.5, 3.5]})
    for value in (
        frame, frame.describe(), frame.groupby("b").a.mean(), frame.groupby("b").agg({"a": "sum"}),
        frame.sort_values("c"), frame.pivot_table(index="b", values="a"), frame.to_csv(),
        frame.to_json(), frame.merge(frame, on="b"), pd.read_csv(io.StringIO("a,b\n1,2\n3,4")),
        frame.a.rolling(2).mean(), frame.corr(numeric_only=True), frame.value_counts("b"),
        pd.date_range("2024-01-01", periods=3), pd.to_datetime(["2024-01-01"]),
    ):
        str(value)
    a = np.arange(12).reshape(3, 4)
    for value in (
        a, a.sum(), a.mean(0), a @ a.T, np.linalg.eigh(a @ a.T), np.linalg.solve(np.eye(3), [1, 2, 3]),
        np.sort(a), np.argsort(a), np.unique(a), np.histogram(a), np.polyfit([0, 1, 2], [1, 2, 5], 1),
        np.random.default_rng(1).normal(size=3), np.random.rand(2), np.std(a), np.percentile(a, 50),
        scipy.stats.norm.cdf(1.96), scipy.stats.ttest_ind([1, 2, 3], [2, 3, 5]),
        scipy.stats.linregress([1, 2, 3], [2, 4, 7]),
        scipy.optimize.minimize(lambda v: (v[0] - 1) ** 2, [0.0]).x,
        scipy.optimize.brentq(lambda v: v**2 - 2, 0, 2), scipy.integrate.quad(np.sin, 0, 1),
    ):
        str(value)
    figure, axes = plt.subplots()
    axes.plot([1, 2, 3], [1, 4, 9], label="$x^2$")
    axes.hist([1, 2, 2, 3])
    axes.set_title("title", fontweight="bold")
    axes.legend()
    figure.savefig(io.BytesIO(), format="png")
    plt.close("all")
