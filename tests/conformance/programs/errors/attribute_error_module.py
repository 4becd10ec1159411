import math
math.sqroot(4)
