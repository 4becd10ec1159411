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
