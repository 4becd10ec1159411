%matplotlib inline
print(1)
