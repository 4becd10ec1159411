from typing import List, Dict, Callable, Any, TypeVar, Generic, NamedTuple, TypedDict, Literal, Protocol
from typing import get_type_hints, runtime_checkable, cast

T = TypeVar("T")

class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: list[T] = []
    def push(self, item: T) -> None:
        self.items.append(item)

class Employee(NamedTuple):
    name: str
    id: int = 3

class Movie(TypedDict, total=False):
    title: str
    year: int

@runtime_checkable
class Sized2(Protocol):
    def __len__(self) -> int: ...

def f(x: List[int], y: Dict[str, Any], z: Callable[[int], str] = str, *a: Any) -> Dict[str, List[int]]:
    return {}

print(get_type_hints(f))
s = Stack[int]()
s.push(1)
print(s.items, Stack[int], List[int], Literal["a", 1], int | str, list[int] | None)
print(Employee("x"), Employee("y", 5)._asdict(), Employee.__annotations__)
print(Movie(title="a"), isinstance([], Sized2), isinstance(3, Sized2), cast(int, "x"))
print(Callable[[int, str], bool], Dict[str, Any], tuple[int, ...], type[int])
