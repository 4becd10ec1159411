def greet(name, greeting="Hello"): return f"{greeting}, {name}"
def two(a, b): pass
def kwonly(*, key): pass
def three(a, b, c): pass
class K:
    def __init__(self, x, y): pass
    def m(self, a): pass
    @classmethod
    def c(cls, a): pass
    @staticmethod
    def s(a): pass
for c in ["greet()", "greet('a', 'b', 'c')", "greet('a', name='b')", "greet('a', greting='x')", "greet(nme='x')", "two()", "two(1)", "three()", "three(1)", "two(1, 2, 3)", "kwonly()", "kwonly(1)", "kwonly(ky=1)", "K()", "K(1)", "K(1, 2, 3)", "K(1, 2).m()", "K(1, 2).m(1, 2)", "K.c()", "K.s()", "K.m(1)", "(lambda x: x)()", "(lambda: 0)(1)", "(lambda *a, k: 0)(1)", "two(*[1, 2, 3])", "two(**{'a': 1, 'c': 2})", "two(1, **{'a': 1})", "two(**{1: 2})", "greet(**5)", "two(*None)", "print(*5)", "greet(greeting='x')"]:
    try:
        print(eval(c))
    except TypeError as e:
        print(c, "->", e)
