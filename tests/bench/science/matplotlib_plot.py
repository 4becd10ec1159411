# A picture of a normal distribution, as a PNG.
# prints: b'\x89PNG'

import io
import matplotlib
matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np
x = np.linspace(-4, 4, 200)
plt.plot(x, np.exp(-x**2 / 2))
plt.title("normal")
file = io.BytesIO()
plt.savefig(file, format="png")
plt.close()
print(file.getvalue()[:4])
