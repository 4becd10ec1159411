from enum import StrEnum, IntEnum, auto, Enum
class Color(StrEnum):
    RED = auto(); DARK_BLUE = "dark-blue"
print(Color.RED, repr(Color.RED), Color.DARK_BLUE.upper(), Color("red"), f"{Color.RED:>6}", Color.RED + "!", Color.RED in ("red",), {Color.RED: 1}["red"], ",".join(Color))
class Pri(IntEnum):
    LOW = 1; HIGH = 3
print(Pri.HIGH > Pri.LOW, max(Pri), sum(Pri), [10, 20][Pri.LOW], f"{Pri.LOW} {Pri.LOW!r} {Pri.LOW:03d}", Pri(3).name, sorted([Pri.HIGH, Pri.LOW]), range(Pri.HIGH), Pri.LOW == 1)
import json
print(json.dumps({"c": Color.RED, "p": Pri.HIGH}), str(Pri.LOW), int(Pri.HIGH))
match Pri(1):
    case Pri.LOW: print("low")
Color("green")
