def first[T](xs: list[T]) -> T:
    return xs[0]

class Box[T]:
    def __init__(self, v: T):
        self.v = v
    def map[U](self, f) -> "Box[U]":
        return Box(f(self.v))

type Pair[A, B = int] = tuple[A, B]
type Vector = list[float]
print(first([1, 2]), Box(3).map(str).v, Pair, Vector.__value__, Box[int], first.__type_params__)
print(Pair[str], Box.__parameters__)
