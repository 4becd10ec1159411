# The mean of four numbers.
# prints: 2.5

import numpy as np
print(np.mean([1, 2, 3, 4]))
