import math, pickle, random
from datetime import date, time
from typing import Optional, Union
print(Optional[int], Union[int, str])
for make in (lambda: date(2023, 2, 29), lambda: date(2023, 13, 1), lambda: date(0, 1, 1), lambda: time(24, 0),
             lambda: random.randint(5, 1)):
    try:
        make()
    except ValueError as e:
        print(e)
print(pickle.DEFAULT_PROTOCOL)
try:
    pickle.dumps(lambda: 1)
except (AttributeError, pickle.PicklingError) as e:
    print(type(e).__name__, str(e).partition(" <function")[0])
import array, os, struct, sys
print(sys.platform, struct.calcsize("l"), struct.calcsize("P"), array.array("l").itemsize)
print(len.__doc__ is None)
for act in (lambda: os.read(999, 1), lambda: open("")):
    try:
        act()
    except OSError as error:
        print(type(error).__name__, error.errno, len(error.args))
