with a as b:
x
