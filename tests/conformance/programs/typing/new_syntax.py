from typing import TypeAliasType, Self, Unpack, ParamSpec, TypeVarTuple, assert_never, reveal_type, get_type_hints
type Pair[T] = tuple[T, T]
type Tree = dict[str, Tree] | int
print(Pair, Pair[int], Pair.__type_params__, Pair.__value__, Tree.__value__, type(Tree).__name__)
def first[T](xs: list[T]) -> T:
    return xs[0]
print(first([3, 4]), first.__type_params__, first.__type_params__[0].__bound__)
class Box[T: (int, str), *Ts, **P]:
    value: T
    def me(self) -> Self:
        return self
print(Box.__type_params__, Box.__orig_bases__, [type(p).__name__ for p in Box.__type_params__])
print(Box.__type_params__[0].__constraints__)
def bounded[N: float](x: N) -> N:
    return x
print(bounded.__type_params__[0].__bound__, bounded(2))
try:
    assert_never("boom")
except AssertionError as e:
    print(e)
class Node[T]:
    def __init__(self, value: T, next: "Node[T] | None" = None):
        self.value, self.next = value, next
    def __iter__(self):
        node = self
        while node:
            yield node.value
            node = node.next
print(list(Node(1, Node(2, Node(3)))), Node[int], Node.__mro__[1].__name__)
print(int | None, int | str, (int | None).__args__, isinstance(3, int | str), list[int] | None)
