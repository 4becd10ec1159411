# What a table of 100 rows is like.
# prints: [49.5, 24.75]

import pandas as pd
frame = pd.DataFrame({"a": range(100), "b": [x * 0.5 for x in range(100)]})
print(frame.describe().loc["mean"].tolist())
