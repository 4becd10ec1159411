from typing import (Any, Callable, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypedDict, TypeVar,
                    get_args, get_origin, get_type_hints, overload, runtime_checkable, cast, Annotated, NewType)
T = TypeVar("T")
class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: list[T] = []
    def push(self, item: T) -> None:
        self.items.append(item)
s = Stack[int]()
s.push("not checked")
print(s.items, Stack[int], Stack.__parameters__, Stack[int].__args__, Stack[int].__origin__.__name__)
print(get_origin(dict[str, int]), get_args(dict[str, list[int]]), get_args(Callable[[int], str]), get_args(Literal["a", 1]))
def f(a: int, b: "str" = "x", *args: float, **kw: Any) -> list[int]: ...
print(get_type_hints(f))
print(f.__annotations__)
class Point(NamedTuple):
    x: int
    y: int = 0
print(Point(1), Point._fields, Point._field_defaults, Point(1)._replace(y=5), Point(1)._asdict())
class Movie(TypedDict, total=False):
    name: str
    year: int
print(Movie(name="x"), sorted(Movie.__annotations__), Movie.__total__, sorted(Movie.__optional_keys__))
@runtime_checkable
class HasLen(Protocol):
    def __len__(self) -> int: ...
print(isinstance([], HasLen), isinstance(3, HasLen), issubclass(dict, HasLen))
try:
    HasLen()
except TypeError as e:
    print(e)
UserId = NewType("UserId", int)
print(UserId(5), UserId.__name__, UserId.__supertype__)
class C:
    count: ClassVar[int] = 0
    limit: Final = 10
    x: Annotated[int, "meta"]
print(get_type_hints(C), get_type_hints(C, include_extras=True))
print(cast(int, "x"), Annotated[int, 1, 2].__metadata__)
for bad in (lambda: Stack[int, str], lambda: list[int]().append.x, lambda: Generic[int], lambda: TypeVar("A", int)):
    try:
        print(bad())
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
