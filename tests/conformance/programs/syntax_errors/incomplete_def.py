def f(x):
