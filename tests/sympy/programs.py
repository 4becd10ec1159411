# Programs as models write them. A line of dashes begins one, with its name.
# --- solve a quadratic equation
import sympy
x = sympy.symbols("x")
print(sympy.solve(x**2 - 2, x))
# --- solve with symbolic coefficients
from sympy import symbols, solve
a, b, c, x = symbols("a b c x")
print(solve(a * x**2 + b * x + c, x))
# --- solve a cubic
from sympy import *
x = symbols("x")
print(solve(x**3 - 6*x**2 + 11*x - 6, x))
print(solve(x**3 + x + 1, x)[0].evalf(10))
# --- solve a linear system
from sympy import symbols, Eq, solve
x, y, z = symbols("x y z")
print(solve([Eq(x + y + z, 6), Eq(2*y + 5*z, -4), Eq(2*x + 5*y - z, 27)], [x, y, z]))
# --- solve a system that is not linear
from sympy import *
x, y = symbols("x y", real=True)
print(solve([x**2 + y**2 - 25, x - y - 1], [x, y]))
# --- solve an exponential and a logarithmic equation
from sympy import *
x = symbols("x", positive=True)
print(solve(Eq(2**x, 10), x), solve(log(x) + log(x - 3) - log(10), x))
# --- solve a trigonometric equation
from sympy import *
x = symbols("x")
print(solve(2*sin(x) - 1, x))
print(solveset(sin(x) - Rational(1, 2), x, domain=Interval(0, 2*pi)))
# --- solveset over the reals and the complex numbers
from sympy import *
x = symbols("x")
print(solveset(x**2 + 1, x, S.Reals), solveset(x**2 + 1, x), solveset(exp(x) - 1, x))
# --- linsolve and nonlinsolve
from sympy import *
x, y = symbols("x y")
print(linsolve([x + y - 2, x - y], x, y), nonlinsolve([x*y - 1, x - 2], [x, y]))
# --- nsolve
from sympy import *
x = symbols("x")
print(nsolve(cos(x) - x, x, 1), nsolve(x**5 - x - 1, x, 1, prec=30))
# --- an inequality
from sympy import *
x = symbols("x")
print(solve_univariate_inequality(x**2 - 5*x + 6 > 0, x, relational=False))
print(solve(x**2 < 4, x), reduce_inequalities([x**2 > 1, x < 3], x))
# --- indefinite integrals
from sympy import *
x, a = symbols("x a")
for f in [x**2, sin(x)*cos(x), x*exp(x), log(x), 1/(x**2 + 1), x**2*sin(x), 1/(x*(x + 1)), sqrt(1 - x**2), tan(x)]:
    print(integrate(f, x))
# --- definite integrals
from sympy import *
x = symbols("x")
print(integrate(x**2, (x, 0, 3)), integrate(exp(-x**2), (x, -oo, oo)), integrate(sin(x)/x, (x, 0, oo)))
print(integrate(1/sqrt(x), (x, 0, 1)), integrate(exp(-x)*x**3, (x, 0, oo)))
# --- a double integral
from sympy import *
x, y = symbols("x y")
print(integrate(x*y, (x, 0, 1), (y, 0, x)), integrate(integrate(x**2 + y**2, (y, 0, 1)), (x, 0, 1)))
# --- an integral that stays
from sympy import *
x = symbols("x")
print(integrate(x**x, x), Integral(exp(-x**2)*sin(x**3), (x, 0, 1)).evalf(12))
# --- derivatives
from sympy import *
x, y = symbols("x y")
print(diff(sin(x)*exp(x), x), diff(x**x, x), diff(x**4, x, 3), diff(log(x**2 + 1), x))
print(diff(x**2*y**3, x, y), Derivative(tan(x), x), Derivative(tan(x), x).doit())
# --- implicit differentiation and gradients
from sympy import *
x, y = symbols("x y")
print(idiff(x**2 + y**2 - 4, y, x))
f = x**2*y + sin(y)
print([diff(f, v) for v in (x, y)], hessian(f, (x, y)))
# --- limits
from sympy import *
x, n = symbols("x n")
print(limit(sin(x)/x, x, 0), limit((1 + 1/n)**n, n, oo), limit(1/x, x, 0, "+"), limit(1/x, x, 0, "-"))
print(limit((exp(x) - 1 - x)/x**2, x, 0), limit(x*log(x), x, 0, "+"), limit((3*x**2 + 1)/(2*x**2 - x), x, oo))
# --- series
from sympy import *
x = symbols("x")
print(series(sin(x), x, 0, 8), series(exp(x)*cos(x), x, 0, 5), series(1/(1 - x), x, 0, 5))
print(series(log(x), x, 1, 4), sqrt(1 + x).series(x, 0, 4).removeO())
# --- matrices
from sympy import *
A = Matrix([[2, 1], [1, 3]])
print(A.det(), A.inv(), A.T, A**2, A*A.inv(), A.trace(), A.rank())
# --- eigenvalues
from sympy import *
A = Matrix([[2, 0, 0], [0, 3, 4], [0, 4, 9]])
print(A.eigenvals())
print(A.eigenvects())
P, D = A.diagonalize()
print(P, D)
# --- characteristic polynomial and null space
from sympy import *
x = symbols("x")
A = Matrix([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
print(A.charpoly(x).as_expr(), A.nullspace(), A.rref(), A.columnspace())
# --- decompositions
from sympy import *
A = Matrix([[4, 3], [6, 3]])
L, U, perm = A.LUdecomposition()
Q, R = A.QRdecomposition()
print(L, U, perm, Q, R)
print(Matrix([[2, 1], [1, 2]]).cholesky())
# --- Jordan form and exponential
from sympy import *
t = symbols("t")
A = Matrix([[2, 1], [0, 2]])
print(A.jordan_form(), (A*t).exp())
# --- solving with a matrix
from sympy import *
a, b = symbols("a b")
A = Matrix([[1, 2], [3, 4]])
print(A.solve(Matrix([5, 6])), A.LUsolve(Matrix([a, b])), A.gauss_jordan_solve(Matrix([1, 1])))
# --- symbolic matrices
from sympy import *
x = symbols("x")
M = Matrix(3, 3, lambda i, j: x**(i + j))
print(M, M.det(), eye(3), zeros(2, 3), ones(1, 2), diag(1, 2, 3), M.subs(x, 2), M.row(0), M[:, 1], M.shape)
# --- prime numbers
from sympy import *
print(isprime(97), prime(100), list(primerange(10, 40)), nextprime(100), prevprime(100), primepi(1000))
print(factorint(2**32 - 1), factorint(1001), primefactors(360), isprime(2**61 - 1))
# --- number theory
from sympy import *
from sympy.ntheory.modular import crt
from sympy.ntheory import n_order, primitive_root, discrete_log
print(gcd(84, 36), lcm(4, 6), gcdex(240, 46), mod_inverse(3, 11), totient(36), divisors(60), divisor_count(60))
print(crt([3, 5, 7], [2, 3, 2]), n_order(3, 7), primitive_root(17), jacobi_symbol(5, 21), discrete_log(41, 15, 7))
print(mobius(30), continued_fraction(Rational(45, 16)), continued_fraction_periodic(0, 1, 7))
# --- diophantine equations
from sympy import *
from sympy.solvers.diophantine import diophantine
x, y = symbols("x y", integer=True)
print(sorted(diophantine(x**2 + y**2 - 25), key=str), diophantine(3*x + 5*y - 1))
# --- simplify
from sympy import *
x, y = symbols("x y")
print(simplify(sin(x)**2 + cos(x)**2), simplify((x**2 + 2*x + 1)/(x + 1)), simplify(gamma(x)/gamma(x - 2)))
print(simplify(exp(x)*exp(y)), simplify(log(x) + log(y)), simplify((x + y)**2 - x**2 - 2*x*y - y**2))
# --- kinds of simplification
from sympy import *
x, y = symbols("x y", positive=True)
print(trigsimp(2*sin(x)*cos(x)), radsimp(1/(sqrt(3) + sqrt(2))), powsimp(x**2*x**3), logcombine(log(x) + 2*log(y)))
print(expand_log(log(x*y**2)), expand_trig(sin(x + y)), cancel((x**2 - 1)/(x - 1)), apart(1/(x**2 + 3*x + 2)))
print(together(1/x + 1/y), ratsimp(1/x + 1/(x + 1)), combsimp(factorial(x)/factorial(x - 1)), sqrtdenest(sqrt(5 + 2*sqrt(6))))
# --- expand and factor
from sympy import *
x, y = symbols("x y")
print(expand((x + 1)**5), expand((x + y)*(x - y)), factor(x**4 - y**4), factor(x**3 - 3*x**2 + 3*x - 1))
print(factor(x**2 + 1, gaussian=True), factor(x**2 - 2, extension=sqrt(2)), collect(x*y + x - 3 + 2*x**2, x))
# --- polynomials
from sympy import *
x = symbols("x")
p = Poly(x**4 - 3*x**2 + 2, x)
print(p, p.degree(), p.all_coeffs(), p.all_roots(), p.nroots(n=8), p.diff(), p.eval(3))
print(div(x**3 - 1, x - 1), rem(x**3, x**2 + 1), quo(x**5, x**2 - 1), gcd(x**2 - 1, x**2 - 2*x + 1), resultant(x**2 - 1, x - 3, x))
print(discriminant(x**2 + 4*x + 1, x), sqf_list(x**3 - x**2), interpolate([1, 4, 9, 16], x), cyclotomic_poly(6, x))
# --- roots and Groebner bases
from sympy import *
x, y = symbols("x y")
print(roots(x**3 - 3*x + 2), real_roots(x**3 - 2*x), groebner([x**2 + y**2 - 1, x - y], x, y, order="lex"))
print(minimal_polynomial(sqrt(2) + sqrt(3), x), count_roots(x**5 - x - 1))
# --- pretty printing
from sympy import *
x, y = symbols("x y")
pprint(Integral(sqrt(1/x), x))
pprint(Matrix([[1, x], [y, sqrt(2)]]))
pprint(Sum(1/x**2, (x, 1, oo)), use_unicode=False)
pprint(Piecewise((x, x > 0), (-x, True)))
print(pretty(x**2/(y + 1) + Rational(1, 3)))
# --- latex
from sympy import *
x, y, alpha = symbols("x y alpha")
print(latex(Integral(exp(-x**2), (x, -oo, oo))), latex(Matrix([[1, 2], [3, 4]])), latex(sqrt(x)/alpha))
print(latex(Rational(3, 4)), latex(Sum(x**2, (x, 1, 5))), latex(Derivative(x*y, x)), latex(sin(x)**2), latex(Eq(x, y)))
# --- other printers
from sympy import *
x, y = symbols("x y")
e = sqrt(x)*sin(y)/3 + x**2
print(str(e), repr(e), srepr(e))
print(ccode(e), fcode(e), pycode(e), jscode(e), octave_code(e), mathematica_code(e), rust_code(e))
print(mathml(x + 1), python(x**2), dotprint(x + 1)[:40])
# --- numeric evaluation
from sympy import *
print(pi.evalf(50), sqrt(2).n(30), E.evalf(20), N(Rational(1, 7), 25), (pi**pi).evalf(), exp(pi*sqrt(163)).evalf(30))
print(Float("0.1", 30), Float(0.1), Float(1e-20), N(zeta(3), 20), GoldenRatio.evalf(15), EulerGamma.n(15), Catalan.n(10))
# --- numbers
from sympy import *
print(Rational(1, 3) + Rational(1, 6), Rational("0.125"), Rational(0.5), S(1)/3, Integer(7)//2, Integer(-7) % 3)
print(nsimplify(0.1), nsimplify(sqrt(2).n(), [sqrt(2)]), nsimplify(3.14159265, [pi], tolerance=1e-6), sqrt(50), root(27, 3), cbrt(16))
print((1 + 2*I)*(3 - I), Abs(3 + 4*I), arg(1 + I), conjugate(2 - I), re(exp(I*pi/3)), im(exp(I*pi/3)), expand((1 + I)**8))
# --- sums and products
from sympy import *
k, n = symbols("k n", integer=True, positive=True)
print(summation(k, (k, 1, n)), summation(k**3, (k, 1, n)), factor(summation(k**2, (k, 1, n))), summation(1/k**2, (k, 1, oo)))
print(Sum(1/factorial(k), (k, 0, oo)).doit(), product(k, (k, 1, n)), Sum(2**k, (k, 0, n)).doit(), Product(1 - 1/k**2, (k, 2, oo)).doit())
# --- differential equations of the first order
from sympy import *
x = symbols("x")
y = Function("y")
print(dsolve(y(x).diff(x) - y(x), y(x)), dsolve(Eq(y(x).diff(x), x*y(x)), y(x)))
print(dsolve(y(x).diff(x) + y(x) - exp(-x), y(x)), dsolve(y(x).diff(x) - y(x), y(x), ics={y(0): 3}))
# --- differential equations of the second order
from sympy import *
t = symbols("t")
w = symbols("omega", positive=True)
y = Function("y")
print(dsolve(y(t).diff(t, 2) + w**2*y(t), y(t)))
print(dsolve(y(t).diff(t, 2) - 3*y(t).diff(t) + 2*y(t), y(t), ics={y(0): 1, y(t).diff(t).subs(t, 0): 0}))
print(classify_ode(Eq(y(t).diff(t, 2), -y(t)))[0], checkodesol(y(t).diff(t) - y(t), Eq(y(t), 2*exp(t))))
# --- recurrences
from sympy import *
n = symbols("n", integer=True)
y = Function("y")
print(rsolve(y(n) - 2*y(n - 1), y(n), {y(0): 3}), rsolve(y(n + 2) - y(n + 1) - y(n), y(n), {y(0): 0, y(1): 1}))
# --- transforms
from sympy import *
t, s, w, a = symbols("t s w a", positive=True)
print(laplace_transform(exp(-a*t)*sin(w*t), t, s), inverse_laplace_transform(1/(s**2 + 1), s, t))
print(fourier_transform(exp(-t**2), t, w), fourier_series(t, (t, -pi, pi)).truncate(3))
# --- substitution and parts of expressions
from sympy import *
x, y, z = symbols("x y z")
e = x**2 + 2*x*y + sin(z)
print(e.subs(x, 3), e.subs({x: 1, y: 2}), e.xreplace({z: pi}), e.free_symbols == {x, y, z}, e.args, e.func, e.has(sin))
print(e.coeff(x), e.as_ordered_terms(), (2*x*y).as_coeff_Mul(), e.replace(sin, cos), e.atoms(Function), fraction(x/(y + 1)), (3*x**2).as_coeff_exponent(x))
print(list(preorder_traversal(x + 2*y)), e.equals(x**2 + 2*y*x + sin(z)), e == e.expand(), (x + 1)**2 == x**2 + 2*x + 1, count_ops(e))
# --- assumptions
from sympy import *
x = symbols("x", positive=True)
n = symbols("n", integer=True)
y = symbols("y")
print(sqrt(x**2), sqrt(y**2), x.is_positive, y.is_real, (2*n).is_even, cos(n*pi), Abs(-x), (n*(n + 1)).is_even, ask(Q.positive(x**2 + 1)))
print(refine(sqrt(y**2), Q.positive(y)), symbols("a:3"), symbols("b1:4"), Symbol("m", negative=True).is_nonpositive)
# --- parsing
from sympy import *
from sympy.parsing.sympy_parser import parse_expr, standard_transformations, implicit_multiplication_application, convert_xor
print(sympify("x**2 + 3*x"), sympify("1/3 + 0.5"), parse_expr("sin(x)**2 + y"), S("sqrt(8)"))
print(parse_expr("2x y + 3^2", transformations=standard_transformations + (implicit_multiplication_application, convert_xor)))
try:
    sympify("x +* 1")
except SympifyError as error:
    print("SympifyError")
# --- lambdify
from sympy import *
x, y = symbols("x y")
f = lambdify((x, y), sqrt(x**2 + y**2) + sin(x), "math")
g = lambdify(x, [x**2, x + 1])
print(f(3, 4), g(5), lambdify(x, Piecewise((1, x < 0), (2, True)))(1), lambdify(x, exp(x), "mpmath")(1), lambdify([[x, y]], x + y)([1, 2]))
# --- piecewise and special functions
from sympy import *
x = symbols("x", real=True)
p = Piecewise((0, x < 0), (x**2, x < 1), (1, True))
print(p, p.subs(x, 0.5), integrate(p, (x, -1, 2)), diff(p, x), Max(1, x).subs(x, 3), Min(2, 5), sign(-3), floor(2.7), ceiling(-1.2))
print(gamma(Rational(1, 2)), beta(2, 3), erf(oo), zeta(4), besselj(0, 0), legendre(3, x), chebyshevt(4, x), hermite(3, x), laguerre(2, x))
print(Heaviside(-1), DiracDelta(1), LambertW(E), Ei(1).evalf(10), polylog(2, 1), harmonic(10), bernoulli(8), catalan(5), euler(4), stirling(4, 2) if "stirling" in globals() else "")
# --- trigonometric values
from sympy import *
x = symbols("x")
print([sin(k*pi/12) for k in range(7)], tan(pi/8), acos(-1), atan2(1, -1), asin(Rational(1, 2)), cos(pi/5), sinh(0), rad(180), deg(pi/6))
print(sin(x).rewrite(exp), cos(2*x).expand(trig=True), sin(-x), cos(x + pi), tan(x).rewrite(sin))
# --- geometry
from sympy import *
a, b, c = Point(0, 0), Point(4, 0), Point(0, 3)
t = Triangle(a, b, c)
print(t.area, t.perimeter, t.centroid, t.circumcenter, t.incircle, t.angles[b], t.is_right(), a.distance(c))
print(Circle(a, 5).intersection(Line(Point(-5, 3), Point(5, 3))), Line(a, b).is_perpendicular(Line(a, c)), Segment(b, c).midpoint, Polygon(a, b, c, Point(-1, 1)).area, Line(a, Point(1, 2)).equation())
print(Ellipse(a, 3, 2).eccentricity, RegularPolygon(a, 1, 6).area, Line(b, c).slope, Ray(a, angle=pi/4), convex_hull(a, b, c, Point(1, 1)), Plane((0, 0, 1), (1, 0, 0), (0, 1, 0)).distance(Point3D(0, 0, 0)))
# --- combinatorics
from sympy import *
from sympy.combinatorics import Permutation, PermutationGroup, SymmetricGroup, Partition, Subset
from sympy.functions.combinatorial.numbers import nC, nP, nT, stirling
from sympy.utilities.iterables import multiset_permutations, subsets, variations
p = Permutation([2, 0, 1, 3])
print(p.cyclic_form, p.order(), p*p, p**-1, p.is_even, SymmetricGroup(4).order(), PermutationGroup([p]).elements and PermutationGroup([p]).order())
print(binomial(10, 3), factorial(20), factorial2(7), rf(3, 4), ff(5, 2), subfactorial(5), nC(5, 2), nP(5, 2), nT(5), stirling(5, 2), bell(5), fibonacci(50), lucas(10))
print(list(multiset_permutations("aab")), list(subsets([1, 2, 3], 2)), list(variations([0, 1], 2)), partition(20), Partition([1, 2], [3]))
# --- sets
from sympy import *
x = symbols("x")
a, b = Interval(0, 5), Interval.open(3, 8)
print(a | b, a & b, a - b, a.contains(3), FiniteSet(1, 2, 3) & FiniteSet(2, 3, 4), Union(FiniteSet(1), Interval(2, 3)), Complement(S.Reals, Interval(0, 1)))
print(ProductSet(FiniteSet(1, 2), FiniteSet(3)), ConditionSet(x, x > 1, S.Integers), ImageSet(Lambda(x, x**2), S.Naturals), a.measure, a.sup, b.inf, Interval(1, 2).is_subset(a), S.EmptySet, FiniteSet(*range(3)).powerset())
# --- logic
from sympy import *
from sympy.logic.inference import satisfiable
from sympy.logic.boolalg import truth_table
x, y, z = symbols("x y z")
print(simplify_logic(x & y | x & ~y), to_cnf(x | (y & z)), to_dnf(x & (y | z)), satisfiable(x & ~x), satisfiable(x & y), Implies(x, y), Xor(x, y).subs(x, True), list(truth_table(x & y, [x, y])))
print((x > 1) & (x < 3), Not(x > 1), Eq(x, x), Ne(x, 1), SOPform([x, y], [[1, 0], [1, 1]]), POSform([x, y], [[1, 1]]))
# --- statistics
from sympy import *
from sympy.stats import *
X, D = Normal("X", 0, 1), Die("D", 6)
print(E(D), variance(D), P(D > 4), density(D).dict, P(X > 0), E(X**2), simplify(density(X)(0)), std(D), P(Eq(D + Die("D2", 6), 7)))
B, U, L = Binomial("B", 5, Rational(1, 3)), Uniform("U", 0, 1), Exponential("L", 2)
print(E(B), P(B >= 4), E(U), variance(U), E(L), cdf(L)(1), median(D), covariance(D, D), skewness(D), P(Poisson("N", 3) < 2))
# --- units
from sympy import *
from sympy.physics.units import meter, second, kilogram, convert_to, kilometer, hour, newton, joule, speed_of_light, minute
print(convert_to(90*kilometer/hour, [meter, second]), convert_to(newton*meter, joule), convert_to(speed_of_light, [kilometer, minute]).n(), 3*meter + 2*meter)
# --- vectors
from sympy import *
from sympy.vector import CoordSys3D, gradient, divergence, curl
N = CoordSys3D("N")
v = N.x*N.y*N.i + N.z**2*N.j + 3*N.k
print(gradient(N.x**2*N.y), divergence(v), curl(v), (N.i + 2*N.j).dot(N.j), N.i.cross(N.j), (3*N.i + 4*N.j).magnitude())
print(Matrix([1, 2, 3]).dot(Matrix([4, 5, 6])), Matrix([1, 2, 3]).cross(Matrix([4, 5, 6])), Matrix([3, 4]).norm())
# --- common subexpressions and code
from sympy import *
from sympy.utilities.codegen import codegen
x, y = symbols("x y")
print(cse([sqrt(x + y) + x + y, (x + y)**2]), ccode(Max(x, y)), horner(x**3 + 2*x**2 + 3))
print(codegen(("f", x*y), "C99", header=False, empty=False)[0][1].strip())
# --- extrema
from sympy import *
x = symbols("x", real=True)
from sympy.calculus.util import continuous_domain, function_range, periodicity
f = x**3 - 3*x
crit = solve(diff(f, x), x)
print([(c, f.subs(x, c), diff(f, x, 2).subs(x, c)) for c in crit], maximum(sin(x), x), minimum(x**2 + 1, x), is_increasing(x**3, Interval(0, 5)), stationary_points(f, x, Interval(-2, 2)))
print(singularities(1/(x**2 - 1), x), continuous_domain(sqrt(x), x, S.Reals), function_range(x**2, x, Interval(-1, 2)), periodicity(sin(2*x), x))
# --- finance and growth
from sympy import *
P, r, n, t = symbols("P r n t", positive=True)
A = P*(1 + r/n)**(n*t)
print(A.subs({P: 1000, r: Rational(5, 100), n: 12, t: 10}).evalf(8), limit(A, n, oo), solve(Eq(1000*exp(r*10), 2000), r), [round(float(v), 4) for v in solve(Eq(2, (1 + r)**10), r)])
# --- numbers as Python has them
from sympy import *
x = symbols("x")
v = solve(x**2 - 2, x)[1]
print(float(v), int(floor(v*100)), round(v, 3), complex(sqrt(-2)), f"{float(v):.4f}", "%.3f" % v, v > 1, bool(v < 1), sorted([pi, 3, E], key=float), sum([Rational(1, k) for k in range(1, 11)]), max(sqrt(2), 1.4))
# --- mpmath
import mpmath
from mpmath import mp, mpf, quad, findroot, diff, nsum, inf, matrix, lu_solve, zeta, identify
mp.dps = 40
print(mp.pi, mp.sqrt(2), quad(lambda x: mp.exp(-x**2), [-mp.inf, mp.inf]), findroot(mp.cos, 1.5), nsum(lambda n: 1/n**2, [1, inf]), zeta(3))
mp.dps = 15
print(mpf(1)/3, mpmath.taylor(mpmath.sin, 0, 4), lu_solve(matrix([[1, 2], [3, 4]]), matrix([5, 6])), mpmath.polyroots([1, -3, 2]), diff(mpmath.exp, 1), identify(mpmath.sqrt(2) + 1, ["sqrt(2)"]), mpmath.mpc(1, 2)**2)
# --- text plots and tables
from sympy import *
from sympy.plotting import textplot
x = symbols("x")
textplot(x**2, -2, 2)
print(TableForm([[1, x], [2, x**2]], headings=[None, ["n", "f"]]))
# --- steps of an integral
from sympy import *
from sympy.integrals.manualintegrate import manualintegrate, integral_steps
x = symbols("x")
print(manualintegrate(x*cos(x), x), type(integral_steps(x*cos(x), x)).__name__, heurisch(x*exp(x), x) if "heurisch" in globals() else "", integrate(1/(x**3 + 1), x))
# --- tensors and arrays
from sympy import *
x, y = symbols("x y")
a = Array([[x, y], [1, 2]])
print(a, tensorproduct(a, Array([1, x])).shape, tensorcontraction(tensorproduct(a, a), (1, 2)), derive_by_array(x**2*y, [x, y]), LeviCivita(0, 1, 2), KroneckerDelta(1, 1), IndexedBase("A")[symbols("i", integer=True)])
# --- a function of one's own
from sympy import *
x = symbols("x")
class double(Function):
    @classmethod
    def eval(cls, arg):
        if arg.is_Number:
            return 2*arg
    def fdiff(self, argindex=1):
        return Integer(2)
print(double(3), double(x), double(x**2).diff(x), Lambda(x, x**2)(4), Function("g")(x).diff(x), WildFunction("F"), (x**2 + 3*x).match(Wild("p")*x**2 + Wild("q")*x) is not None)
# --- errors as programs catch them
from sympy import *
x = symbols("x")
for make in (lambda: Matrix([[1, 2]]).inv(), lambda: Matrix([[1, 1], [1, 1]]).inv(), lambda: nsolve(x**2 + 1, x, 1), lambda: Poly(sin(x), y=1), lambda: symbols("")):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0][:60])
