from dataclasses import dataclass, FrozenInstanceError

@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0

vs = [Version(1, 2), Version(0, 9), Version(1)]
print(sorted(vs))
print(max(vs), Version(1) < Version(1, 1), hash(Version(1)) == hash(Version(1)))
try:
    vs[0].major = 3
except FrozenInstanceError as e:
    print(type(e).__name__, e)
{Version(1, 2): "a"}
