import math.sqrt(2)
