from typing import (Any, Callable, ClassVar, Dict, Generic, List, Literal, NamedTuple, Optional,
                    Protocol, TypedDict, TypeVar, Union, cast, get_type_hints, runtime_checkable)
T = TypeVar("T")
class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: List[T] = []
    def push(self, x: T) -> None:
        self.items.append(x)
    def pop(self) -> T:
        return self.items.pop()
s = Stack[int]()
s.push(1)
print(s.pop(), Stack[int] , List[Dict[str, int]], Callable[[int], str])
def f(x: int, y: "str" = "a") -> List[float]: ...
print(get_type_hints(f))
@runtime_checkable
class Closer(Protocol):
    def close(self): ...
class Res:
    def close(self): pass
print(isinstance(Res(), Closer), isinstance(3, Closer))
class Movie(TypedDict, total=False):
    title: str
    year: int
print(Movie(title="x", year=1), Movie.__annotations__)
class P(NamedTuple):
    x: int
    y: int = 0
print(P(1), P(1)._asdict(), cast(int, "a"), Literal["a", 1])
