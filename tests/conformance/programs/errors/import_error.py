import math
try:
    from math import squareroot
except ImportError as e:
    print(e.name, e.msg.split(" (")[0])
try:
    from collections import OrderdDict
except ImportError as e:
    print(type(e).__name__, str(e).split(" (")[0])
import statistics.nothing
