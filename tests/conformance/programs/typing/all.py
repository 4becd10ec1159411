import typing as t
print(t.get_origin(list[int]), t.get_args(dict[str, int]), t.get_type_hints(type("X", (), {"__annotations__": {"a": int}})), t.cast(int, "x"), t.NewType("UserId", int)(5), t.TYPE_CHECKING)
class Cfg(t.TypedDict):
    name: t.Required[str]
    port: t.NotRequired[int]
print(Cfg.__required_keys__, Cfg.__optional_keys__, t.is_typeddict(Cfg))
print(t.Any, t.Annotated[int, "m"], t.Tuple[int, ...], t.ClassVar[int], t.Final[int], t.Type[int], t.Literal[1, "b"], t.Callable[..., int], t.Iterable[str], t.TypeVar("T"))
@t.overload
def f(x: int) -> int: ...
def f(x): return x
@t.final
class Z: pass
@t.no_type_check
def g(x: "bad type!"): return x
print(f(3), g(4), t.get_type_hints(g), t.Self, t.Never, t.LiteralString)
class N(t.NamedTuple):
    a: int
    b: str = "x"
print(N(1), N.__annotations__, N._field_defaults)
t.List[5, 6]
