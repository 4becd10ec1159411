import operator as op
print(op.add(1, 2), op.sub(5, 3), op.mul(2, 4), op.truediv(7, 2), op.floordiv(7, 2), op.mod(7, 3), op.pow(2, 8), op.neg(3), op.pos(-3), op.abs(-4), op.inv(5), op.invert(0))
print(op.lt(1, 2), op.le(2, 2), op.eq(1, 1), op.ne(1, 2), op.ge(1, 2), op.gt(3, 2), op.not_(0), op.truth([]), op.is_(None, None), op.is_not(1, None))
print(op.and_(6, 3), op.or_(6, 3), op.xor(6, 3), op.lshift(1, 4), op.rshift(16, 2), op.concat([1], [2]), op.contains([1], 1), op.countOf([1, 1], 1), op.indexOf([5, 6], 6))
d = {"a": 1}
op.setitem(d, "b", 2); op.delitem(d, "a"); print(d, op.getitem(d, "b"), op.length_hint([1, 2]), op.index(True), op.matmul.__name__)
print(op.itemgetter(1)([5, 6]), op.itemgetter(0, 2)("abc"), op.attrgetter("real", "imag")(3 + 4j), op.methodcaller("replace", "a", "b")("banana"), op.call(len, "abc"))
l = [1]; print(op.iadd(l, [2]), l, op.imul(3, 4), op.ipow(2, 3))
print(op.itemgetter("k"), op.attrgetter("a.b"), op.methodcaller("f", 1, x=2))
rows = [{"n": "b", "v": 2}, {"n": "a", "v": 2}, {"n": "c", "v": 1}]
print(sorted(rows, key=op.itemgetter("v", "n")))
op.indexOf([1], 9)
