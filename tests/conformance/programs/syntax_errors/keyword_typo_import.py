improt math
