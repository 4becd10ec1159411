//! The words of generated programs, in one text where none has a space in it. The first of each
//! is the plainest: it is what comes when the input is used up.

/// Names that are always bound to something, see [`PRELUDE`].
pub(super) const NAMES: &str = "
    a b c d e f g h i x y A B self
";

/// Binds every one of [`NAMES`].
pub(super) const PRELUDE: &str = "\
a, b, c, d, e = 7, 'text', [3, 1, 2], {'k': 1, 2: None}, 1.5
f, g = lambda *p, **q: p, (i * i for i in range(5))
h, i, x, y, self = {1, 2}, 0, b'bytes', (1, 'two', 3.0), None
class A: pass
class B(list): pass
";

pub(super) const LITERALS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "None",
    "True",
    "''",
    "'a'",
    "[]",
    "{}",
    "()",
    "1.5",
    "-0.0",
    "b''",
    "10**9",
    "2**31",
    "2**63",
    "-2**63",
    "2**64 - 1",
    "10**40",
    "1e308",
    "5e-324",
    "1e16",
    "float('inf')",
    "float('nan')",
    "1j",
    "complex(0, -0.0)",
    "...",
    "NotImplemented",
    "'é주\u{1f600}'",
    "'\\0'",
    "'\\ud800'",
    "'a' * 1000",
    "'%s %d'",
    "'{} {0}'",
    "'ß'",
    "'\u{130}'",
    "b'\\xff\\0'",
    "bytearray(b'ab')",
    "memoryview(b'abcd')",
    "range(5)",
    "range(10**18)",
    "range(5, -5, -2)",
    "slice(None, None, -1)",
    "object()",
    "Exception('e')",
    "frozenset((1, 2))",
    "iter([1, 2])",
    "'1_000'",
    "'0x1f'",
    "' 12 '",
    "'1e5'",
    "'nan'",
    "'%'",
    "'a,b\\nc,\"d'",
    "'(' * 50",
    "'[1, {\"a\": null}]'",
    "r'(a+)+b|\\d{2,}?(?<=x)'",
    "'%Y-%m-%d'",
    "'>10.3f'",
    "'utf-16'",
];

pub(super) const BINARY: &[&str] = &[
    "+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "@", "==", "!=", "<", "<=",
    ">", ">=", "is", "is not", "in", "not in", "and", "or",
];

pub(super) const AUGMENTED: &str = "
    = += -= *= /= //= %= **= <<= >>= &= |= ^= @=
";

pub(super) const UNARY: &[&str] = &["-", "+", "~", "not "];

pub(super) const CALLABLES: &str = "
    str repr len int float list tuple set dict sorted sum min max abs round type bool bytes
    bytearray memoryview chr ord hex bin oct format ascii hash id iter next reversed enumerate
    zip map filter range slice any all pow divmod complex frozenset isinstance issubclass
    callable getattr setattr delattr hasattr vars dir locals globals super object property
    staticmethod classmethod compile eval exec print input open __import__ anext aiter
    breakpoint Exception ValueError KeyError StopIteration ExceptionGroup BaseExceptionGroup
    UnicodeDecodeError SystemExit KeyboardInterrupt OSError f A B
";

/// What stands behind a dot: methods of the builtin types and the names with a meaning.
pub(super) const ATTRIBUTES: &str = "
    append extend insert pop remove index count sort reverse copy clear keys values items get
    update setdefault popitem fromkeys add discard union intersection difference
    symmetric_difference issubset join split rsplit splitlines strip replace find rfind
    partition format format_map encode decode upper lower title casefold center ljust zfill
    expandtabs translate maketrans startswith endswith isdigit isidentifier removeprefix hex
    fromhex bit_length to_bytes from_bytes as_integer_ratio is_integer conjugate real imag
    numerator tobytes cast release tolist shape indices start send throw close gi_frame
    gi_code with_traceback add_note args split subgroup derive __class__ __dict__ __doc__
    __name__ __qualname__ __module__ __bases__ __mro__ __subclasses__ __init__ __new__
    __call__ __code__ __closure__ __defaults__ __globals__ __getitem__ __setitem__ __len__
    __iter__ __next__ __repr__ __eq__ __lt__ __hash__ __add__ __reduce__ __reduce_ex__
    __getstate__ __setstate__ __format__ __sizeof__ __dir__ __annotations__ __traceback__
    __cause__ __context__ co_code co_consts f_globals f_back tb_frame mro x y k
";

/// Functions of modules; the time of day is left out, so that a run can be repeated.
pub(super) const MODULE_CALLS: &str = "
    math.sqrt math.factorial math.comb math.gcd math.isqrt math.fsum math.log math.ldexp
    math.nextafter math.prod math.dist math.sumprod math.floor statistics.mean
    statistics.stdev statistics.median statistics.quantiles decimal.Decimal decimal.Context
    fractions.Fraction random.choice random.sample random.gauss random.randbytes random.seed
    itertools.product itertools.chain itertools.islice itertools.groupby
    itertools.permutations itertools.tee itertools.zip_longest itertools.batched
    functools.reduce functools.partial functools.cmp_to_key functools.lru_cache
    collections.Counter collections.deque collections.defaultdict collections.OrderedDict
    collections.namedtuple collections.ChainMap re.compile re.findall re.sub re.split
    re.fullmatch json.dumps json.loads string.Template string.Formatter datetime.date
    datetime.timedelta datetime.datetime datetime.datetime.strptime calendar.month
    operator.itemgetter operator.attrgetter operator.methodcaller struct.pack struct.unpack
    struct.calcsize base64.b64decode base64.b85encode hashlib.sha256 hashlib.new textwrap.wrap
    textwrap.dedent heapq.heappush heapq.heapify heapq.merge bisect.insort copy.deepcopy
    copy.copy pickle.dumps pickle.loads io.StringIO io.BytesIO io.TextIOWrapper array.array
    ast.parse ast.literal_eval ast.unparse ast.dump enum.Enum enum.IntFlag
    dataclasses.make_dataclass typing.NamedTuple types.SimpleNamespace types.FunctionType
    types.new_class types.MappingProxyType contextlib.suppress weakref.ref
    weakref.WeakValueDictionary gc.collect gc.get_referrers sys.getsizeof
    sys.setrecursionlimit sys._getframe sys.exc_info sys.exit sys.intern os.write os.listdir
    os._exit zlib.compress zlib.decompress unicodedata.normalize unicodedata.name csv.reader
    csv.writer binascii.unhexlify difflib.unified_diff pprint.pformat traceback.format_exc
    inspect.signature inspect.getsource marshal.dumps codecs.encode codecs.lookup
    locale.format_string uuid.UUID html.unescape ipaddress.ip_network secrets.token_bytes
    numbers.Number cmath.exp colorsys.rgb_to_hsv tokenize.generate_tokens shlex.split
    fnmatch.filter graphlib.TopologicalSorter queue.Queue threading.Thread asyncio.run
    abc.ABCMeta
";

pub(super) const SPECIAL_METHODS: &str = "
    __init__ __repr__ __str__ __eq__ __lt__ __hash__ __len__ __bool__ __iter__ __next__
    __getitem__ __setitem__ __contains__ __add__ __radd__ __mul__ __pow__ __neg__ __int__
    __index__ __float__ __complex__ __format__ __call__ __getattr__ __getattribute__
    __setattr__ __delattr__ __get__ __set__ __new__ __del__ __enter__ __exit__ __reduce__
    __copy__ __deepcopy__ __init_subclass__ __class_getitem__ __prepare__ __instancecheck__
    __missing__ __reversed__ __length_hint__ __dir__ __bytes__ __iadd__ __matmul__ __round__
    __set_name__ __await__ __aiter__
";

pub(super) const EXCEPTIONS: &[&str] = &[
    "Exception",
    "BaseException",
    "ValueError",
    "(TypeError, KeyError)",
    "ZeroDivisionError",
    "RecursionError",
    "MemoryError",
    "StopIteration",
    "GeneratorExit",
    "SystemExit",
    "a",
];

pub(super) const FORMAT_SPECS: &[&str] = &[
    "", "d", "s", ">10", "08.3f", "+,.2e", "#x", "_b", "^12", "é<5", "%", "c", "n", "!r", "=10",
    ".0", "10000", "{a}",
];
