# Integers of 64 bits, as programs know them from the machines they were written for.
#
# numpy's default integer is put right in its code before the image is made. What is left of 32
# bits are its indices, which the packages hand to compiled code among themselves: there they stay.
# Where the program itself gets to see one, here it becomes 64 bits wide; where it hands one in that
# is, the packages get what they expect, or an error if it does not fit.

import dis
import functools
import gc
import sys

import numpy as np

_narrow, _wide = np.dtype("int32"), np.dtype("int64")
_array, _scalar = np.ndarray, np.int32
_frame = sys._getframe
# The files of the packages' code, and of ours. All else is the program's, also what it evaluates.
_NOT_THE_PROGRAM = ("/usr/local/lib/", "<_jupan", "<frozen ")


def _is_narrow(value):
    """Whether a program says with this argument that it means 32 bits."""
    if isinstance(value, (list, tuple)):
        return any(type(item) is _scalar or getattr(item, "dtype", None) == _narrow for item in value[:8])
    if isinstance(value, str):
        return value in ("int32", "i4", "i", "intc", "<i4", "=i4", ">i4")
    if value is _scalar or value is np.intc:
        return True
    if type(value).__name__ in ("DataFrameGroupBy", "SeriesGroupBy"):
        value = value.obj
    kind = getattr(value, "dtype", value if isinstance(value, np.dtype) else None)
    if kind is None:
        return False
    try:
        return kind == _narrow or kind.kind == "O" and type(value) is not _array
    except (AttributeError, TypeError):
        dtypes = getattr(value, "dtypes", None)
        return dtypes is not None and any(item == _narrow for item in np.atleast_1d(dtypes))


def _widened(value):
    """`value` with 64 bits where it has 32."""
    kind = type(value)
    if isinstance(value, _array):
        return value.astype(_wide) if value.dtype == _narrow else value
    if kind is _scalar:
        return np.int64(value)
    if kind is tuple:
        return tuple(map(_widened, value))
    if kind is list:
        return list(map(_widened, value))
    if kind is dict:
        return {name: _widened(item) for name, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        try:
            return kind(*map(_widened, value))
        except TypeError:
            return value
    if kind.__module__.startswith("pandas"):
        if kind.__name__ == "DataFrame" and value.columns.is_unique:
            narrow = [name for name, dtype in value.dtypes.items() if dtype == _narrow]
            return value.astype(dict.fromkeys(narrow, _wide)) if narrow else value
        if getattr(value, "dtype", None) == _narrow:
            return value.astype(_wide)
    return value


# What gives indices or counts, of whatever width its arguments are.
_GIVE_INDICES = {
    "argmax", "argmin", "nanargmax", "nanargmin", "argsort", "argpartition", "lexsort", "nonzero",
    "flatnonzero", "flatnotmasked_edges", "argwhere", "searchsorted", "digitize", "bincount",
    "count", "count_nonzero", "getnnz", "histogram", "histogram2d", "histogramdd", "unravel_index",
    "ravel_multi_index", "argrelmax", "argrelmin", "argrelextrema", "find_peaks", "value_indices",
    "cut", "qcut", "get_indexer", "get_indexer_for", "get_indexer_non_unique", "memory_usage",
    "find", "rfind", "index", "rindex", "str_len", "query", "query_pairs", "query_ball_point",
    "count_neighbors", "sparse_distance_matrix",
}
# The same, beside something that is first in what they give.
_GIVE_INDICES_TOO = {
    "unique", "unique_all", "unique_counts", "unique_inverse", "join", "reindex", "sort_values",
}


def _for_the_program(function):
    """`function`, whose result is widened if the program itself calls it."""

    name = getattr(function, "__name__", "")

    @functools.wraps(function)
    def call(*arguments, **options):
        result = function(*arguments, **options)
        if _frame(1).f_code.co_filename.startswith(_NOT_THE_PROGRAM):
            return result
        kind = type(result)
        if kind is float or kind is bool or kind is str or kind is int or result is None:
            return result
        if kind is _array and result.dtype != _narrow:
            return result
        if name in _GIVE_INDICES_TOO:
            if not isinstance(result, tuple):
                return result
            items = (result[0], *map(_widened, result[1:]))
            return kind(*items) if hasattr(result, "_fields") else items
        if name == "factorize":
            return (_widened(result[0]), *result[1:])
        if name in _GIVE_INDICES or name == "where" and len(arguments) + len(options) == 1:
            return _widened(result)
        if any(map(_is_narrow, arguments)) or any(map(_is_narrow, options.values())):
            return result
        return _widened(result)

    return call


def _index(value):
    """`value`, which is an index or several, as compiled code takes it."""
    if isinstance(value, (int, str, bytes)) or value is None:
        return value
    array = np.asarray(value)
    if array.dtype.kind not in "iu" or array.dtype.itemsize < 8:
        return value
    if array.size and not (-(2**31) <= array.min() and array.max() < 2**31):
        raise OverflowError("an index does not fit into the address space of the sandbox")
    return array.astype(np.intp)


def _with_index(function, place, name):
    """`function`, whose argument at `place` or of this `name` is an index."""

    @functools.wraps(function)
    def call(*arguments, **options):
        if len(arguments) > place:
            given = arguments[place]
            if type(given) is tuple:
                given = tuple(map(_index, given))
            else:
                given = _index(given)
            arguments = (*arguments[:place], given, *arguments[place + 1 :])
        elif name in options:
            options[name] = _index(options[name])
        return function(*arguments, **options)

    return call


# Functions with an argument that is an index, by its place and name.
_INDEX_ARGUMENTS = {
    "bincount": (0, "x"),
    "repeat": (1, "repeats"),
    "choose": (0, "a"),
    "ravel_multi_index": (0, "multi_index"),
    "unravel_index": (0, "indices"),
    "take": (1, "indices"),
    "put": (1, "ind"),
    "partition": (1, "kth"),
    "argpartition": (1, "kth"),
}
# The same of arrays, without the array itself.
_INDEX_METHODS = ("repeat", "choose", "take", "put", "partition", "argpartition")

# Methods of arrays that give indices.
_ARRAY_METHODS = (
    "argmax", "argmin", "argsort", "argpartition", "nonzero", "searchsorted",
)

_LEGACY_RANDOM = (
    "binomial", "choice", "geometric", "hypergeometric", "logseries", "multinomial",
    "negative_binomial", "permutation", "poisson", "randint", "random_integers", "tomaxint", "zipf",
)


def _attributes(kind):
    """The attributes of a type that cannot be changed, to be changed."""
    (attributes,) = (item for item in gc.get_referents(kind.__dict__) if type(item) is dict)
    return attributes


def _forget_attributes():
    """Has the interpreter look attributes up anew: it remembers some thousands."""

    # By the addresses of names, and by types.
    names = [f"x{number}" for number in range(20_000)]
    for _ in range(4):
        other = type("Other", (), {})
        for name in names:
            getattr(other, name, None)


def before_others():
    """Before any other package has taken hold of numpy's functions."""
    # As texts.
    kinds = np._core.numerictypes.sctypeDict
    kinds["int"] = kinds["int_"] = kinds["long"] = np.int64
    kinds["uint"] = kinds["ulong"] = np.uint64

    from numpy._core import arrayprint, fromnumeric, multiarray

    # The type that goes without saying when an array is shown.
    implied = arrayprint._typelessdata
    implied[:] = [kind for kind in implied if kind is not _scalar] + [np.int64]

    for name, (place, argument) in _INDEX_ARGUMENTS.items():
        function = _with_index(getattr(np, name), place, argument)
        for module in (np, np._core, multiarray, fromnumeric, np._core.numeric, np.lib):
            if hasattr(module, name):
                setattr(module, name, function)
    attributes = _attributes(np.ndarray)
    for name in _INDEX_METHODS:
        attributes[name] = _with_index(attributes[name], 1, _INDEX_ARGUMENTS[name][1])
    for name in _ARRAY_METHODS:
        attributes[name] = _for_the_program(attributes[name])
    functions = _attributes(np.ufunc)
    functions["reduceat"] = _with_index(functions["reduceat"], 2, "indices")
    _legacy_random()
    _forget_attributes()


def _legacy_random():
    """The older random numbers, which are `long` in C."""
    mtrand = np.random.mtrand
    attributes = _attributes(mtrand.RandomState)
    for name in _LEGACY_RANDOM:
        if name in attributes:
            attributes[name] = _long_random(name, attributes[name])
    _forget_attributes()
    for name in _LEGACY_RANDOM:
        if name in attributes and hasattr(np.random, name):
            function = getattr(mtrand._rand, name)
            setattr(np.random, name, function)
            if hasattr(mtrand, name):
                setattr(mtrand, name, function)


# What the older functions give in place of all that is larger.
_MOST = 2**31 - 1
_CAPPED = ("geometric", "logseries", "negative_binomial")
_OLD = (
    "numpy.random.{0} has numbers of at most 2**31 - 1 here; numpy.random.default_rng().{0} has larger "
    "ones"
)


def _long_random(name, method):
    @functools.wraps(method)
    def call(self, *arguments, **options):
        if name == "randint":
            # low, high, size, dtype
            if len(arguments) > 3:
                if arguments[3] is int:
                    arguments = (*arguments[:3], np.int64)
            elif options.get("dtype", int) is int:
                options["dtype"] = np.int64
                result = method(self, *arguments, **options)
                return int(result) if type(result) is np.int64 else result
            return method(self, *arguments, **options)
        if name == "random_integers":
            low, high = arguments[0], arguments[1] if len(arguments) > 1 else options.get("high")
            size = arguments[2] if len(arguments) > 2 else options.get("size")
            low, high = (1, low) if high is None else (low, high)
            return call_randint(self, low, high + 1, size)
        if name == "zipf" and np.min(arguments[0] if arguments else options["a"]) < 1.6:
            raise NotImplementedError(
                "numpy.random.zipf with a < 1.6 would leave out numbers of more than 32 bits here; "
                "numpy.random.default_rng().zipf gives them"
            )
        try:
            if name in ("binomial", "hypergeometric", "negative_binomial", "multinomial"):
                arguments = tuple(map(_index, arguments))
            if name == "hypergeometric":
                parts = (*arguments, *(options[part] for part in ("ngood", "nbad") if part in options))
                if np.max(np.add(*parts[:2], dtype=np.int64)) >= _MOST:
                    raise OverflowError
            result = method(self, *arguments, **options)
        except OverflowError:
            raise OverflowError(_OLD.format(name)) from None
        if name in _CAPPED and np.any(np.equal(result, _MOST)):
            raise OverflowError(_OLD.format(name))
        if name in ("choice", "permutation") and any(map(_is_narrow, arguments)):
            return result
        if type(result) is _array and result.dtype == _narrow:
            return result.astype(_wide)
        return result

    def call_randint(self, low, high, size):
        return self.randint(low, high, size)

    return call


_FIXED = {
    "dtype", "finfo", "iinfo", "seterr", "geterr", "errstate", "set_printoptions", "result_type",
    "get_printoptions", "shape", "ndim", "size", "can_cast", "promote_types", "frompyfunc", "intc",
    "min_scalar_type", "asarray", "asanyarray", "frombuffer", "load", "save", "isscalar",
    "issubdtype", "array_repr", "array_str", "array2string", "savetxt", "shares_memory",
    "common_type", "mintypecode", "typename", "einsum_path", "get_include", "show_config", "test",
    "__dir__", "__getattr__", "copyto", "nditer", "vectorize",
}


# Names of numpy's types of C, and those that a program means by them.
RENAMED = {
    "int_": "int64", "uint": "uint64", "long": "int64", "ulong": "uint64", "intp": "int64",
    "uintp": "uint64",
}


_ATTRIBUTE, _FROM = dis.opmap["LOAD_ATTR"], dis.opmap["IMPORT_FROM"]
_ALL, _MORE = dis.opmap["CALL_INTRINSIC_1"], dis.opmap["EXTENDED_ARG"]


def _says(frame, name):
    """Whether a program says `name` where it is. Compiled code that it calls has no frame of its own."""
    code = frame.f_code
    if code.co_filename.startswith(_NOT_THE_PROGRAM):
        return False
    at, instructions = frame.f_lasti, code.co_code
    if instructions[at] == _ALL:
        # `from numpy import *`
        return True
    if instructions[at] not in (_ATTRIBUTE, _FROM):
        return "getattr" in code.co_names and name in code.co_consts
    number, before = instructions[at + 1], at - 2
    if before >= 0 and instructions[before] == _MORE:
        number |= instructions[before + 1] << 8
    return code.co_names[number >> (instructions[at] == _ATTRIBUTE)] == name


def _rename():
    """Has `np.int_` be `np.int64` for the program, however it gets there. Compiled code of packages
    means a `long` of C by it."""
    narrow = {name: vars(np).pop(name) for name in RENAMED}
    wide = {name: getattr(np, kind) for name, kind in RENAMED.items()}
    others, names = np.__getattr__, np.__dir__

    def find(name):
        if name not in narrow:
            return others(name)
        return (wide if _says(_frame(1), name) else narrow)[name]

    np.__getattr__ = find
    np.__dir__ = lambda: sorted({*names(), *narrow})


# Functions of numpy that take 32 bits for integers of Python alone: `np.power(10, 12)`.
_OF_INTEGERS = (
    "bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor",
    "divmod", "floor_divide", "fmod", "left_shift", "mod", "pow", "power", "remainder",
    "right_shift",
)


class Whole:
    """One of them, as it is on other machines. In all else it is numpy's own."""

    __slots__ = ("_function", "__weakref__")
    # For whoever asks what it is.
    __class__ = property(lambda self: np.ufunc)

    def __init__(self, function):
        object.__setattr__(self, "_function", function)

    def __call__(self, *arguments, **options):
        if all(type(item) is int or type(item) is bool for item in arguments) and (
            not options or not options.keys() & {"dtype", "sig", "signature"}
        ):
            # One that is larger is refused, as by an array of 64 bits.
            arguments = [np.int64(item) if type(item) is int else item for item in arguments]
        return self._function(*arguments, **options)

    def __getattr__(self, name):
        return getattr(self._function, name)

    def __setattr__(self, name, value):
        setattr(self._function, name, value)

    def __eq__(self, other):
        return self._function == getattr(other, "_function", other)

    def __hash__(self):
        return hash(self._function)

    def __repr__(self):
        return repr(self._function)

    def __reduce__(self):
        return function_of_numpy, (self._function.__name__,)


def function_of_numpy(name):
    return getattr(np, name)


# The types of what is a function, in Python or compiled; other things that can be called have more.
_FUNCTIONS = (
    "function", "builtin_function_or_method", "_ArrayFunctionDispatcher",
    "cython_function_or_method",
)


def _wrap_all(module):
    for name, value in list(vars(module).items()):
        if name.startswith("_") or name in _FIXED or isinstance(value, (type, np.ufunc)):
            continue
        if type(value).__name__ not in _FUNCTIONS:
            continue
        try:
            setattr(module, name, _for_the_program(value))
        except (AttributeError, TypeError):
            pass


def _with_indices_if_need_be(function):
    """A compiled function that says if it wants an index narrower than it got it."""

    @functools.wraps(function)
    def call(*arguments, **options):
        try:
            return function(*arguments, **options)
        except ValueError as error:
            # It looks at its arguments before it does anything.
            if "Buffer dtype mismatch, expected 'intp_t'" not in str(error):
                raise
        arguments = [_index(item) if type(item) is _array else item for item in arguments]
        options = {
            name: _index(item) if type(item) is _array else item for name, item in options.items()
        }
        return function(*arguments, **options)

    return call


def _indices(function):
    """What a table's groups say of their rows: arrays by the groups' names."""

    @functools.wraps(function)
    def call(groups):
        indices = function(groups)
        if _frame(1).f_code.co_filename.startswith(_NOT_THE_PROGRAM):
            return indices
        return {name: _widened(rows) for name, rows in indices.items()}

    return call


def after_others():
    """When every package is there: what the program calls of them."""
    import pandas as pd
    import scipy

    for module in (
        np, np.linalg, np.char, np.strings, np.ma,
        scipy.stats, scipy.optimize, scipy.signal, scipy.ndimage, scipy.linalg,
        scipy.special, scipy.cluster.hierarchy, scipy.interpolate, scipy.integrate,
    ):
        _wrap_all(module)
    for name in _OF_INTEGERS:
        setattr(np, name, Whole(getattr(np, name)))
    libraries = pd._libs
    for module in (
        libraries.lib, libraries.algos, libraries.internals, libraries.groupby, libraries.reshape,
        libraries.join, libraries.index, libraries.tslib, libraries.ops, libraries.hashtable,
    ):
        for name, value in list(vars(module).items()):
            if type(value).__name__ in _FUNCTIONS and not name.startswith("_"):
                setattr(module, name, _with_indices_if_need_be(value))
    # Lengths and places in texts. Not all of these are functions in Python.
    for module in (np.char, np.strings):
        for name in ("str_len", "count", "find", "rfind", "index", "rindex"):
            setattr(module, name, _for_the_program(getattr(module, name)))
    for kind in (pd.DataFrame, pd.Series):
        for name in ("apply", "agg", "aggregate"):
            setattr(kind, name, _for_the_program(getattr(kind, name)))
    for name in ("peak_prominences", "peak_widths"):
        function = _with_index(getattr(scipy.signal, name), 1, "peaks")
        setattr(scipy.signal, name, function)
    _wrap_kinds(pd, scipy)
    _wrap_compiled_trees(scipy.spatial)
    # What a column of a text is taken for.
    converter = np.lib._iotools.StringConverter
    converter._mapper[:] = [kind for kind in converter._mapper if kind[0] is not _scalar]
    for name in ("factorize", "cut", "qcut"):
        setattr(pd, name, _for_the_program(getattr(pd, name)))
    _rename()
    groups = pd.core.groupby.groupby.BaseGroupBy
    groups.indices = property(_indices(groups.indices.fget))
    for kind in (groups, pd.core.groupby.SeriesGroupBy, pd.core.groupby.DataFrameGroupBy):
        for name in ("agg", "aggregate", "apply", "transform", "pipe"):
            if name in vars(kind):
                setattr(kind, name, _for_the_program(vars(kind)[name]))
    _forget_attributes()


def _all_kinds(kind):
    yield kind
    for other in kind.__subclasses__():
        yield from _all_kinds(other)


def _wrap_kinds(pd, scipy):
    """Methods that give indices, of classes that are written in Python."""
    places = ("argmax", "argmin", "argsort", "searchsorted", "nonzero")
    found = ("get_indexer", "get_indexer_for", "get_indexer_non_unique", "factorize", "memory_usage")
    beside = ("join", "reindex", "sort_values")
    texts = ("count", "find", "rfind", "index", "rindex", "str_len")
    for base, names in (
        (np.ma.MaskedArray, (*places, "count")),
        (np.matrix, places),
        (np.char.chararray, (*places, *texts)),
        (pd.Series, (*places, *found, "pipe")),
        (pd.DataFrame, ("memory_usage",)),
        (pd.Index, (*places, *found, *beside)),
        (pd.api.extensions.ExtensionArray, (*places, *found)),
        (scipy.sparse._base._spbase, ("count_nonzero", "getnnz", "argmax", "argmin", "nonzero")),
        (scipy.spatial.KDTree, _OF_TREES),
    ):
        for kind in set(_all_kinds(base)):
            for name in names:
                if type(vars(kind).get(name)).__name__ in _FUNCTIONS:
                    setattr(kind, name, _for_the_program(vars(kind)[name]))


_OF_TREES = (
    "query", "query_pairs", "query_ball_point", "count_neighbors", "sparse_distance_matrix",
)


def _wrap_compiled_trees(spatial):
    attributes = _attributes(spatial.cKDTree)
    for name in _OF_TREES:
        attributes[name] = _for_the_program(attributes[name])
    indices = attributes["indices"]
    attributes["indices"] = property(_for_the_program(lambda tree: indices.__get__(tree)))
