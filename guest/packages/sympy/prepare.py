# Runs once, before the snapshot: imports what programs use, and mends what the packages rely on
# and the sandbox lacks. `begin` is called before each run.

import random
import sys
import types

# sympy asks how many bits a C integer has, and for nothing else of this module. It is not left
# behind for programs: no foreign function can be called here.
_ctypes = types.ModuleType("ctypes")
_ctypes.c_long = type("c_long", (), {})
_ctypes.sizeof = lambda kind: 8
sys.modules["ctypes"] = _ctypes

import mpmath
import sympy
import sympy.abc
import sympy.combinatorics
import sympy.diffgeom
import sympy.geometry
import sympy.integrals.manualintegrate
import sympy.logic.boolalg
import sympy.matrices.expressions
import sympy.ntheory
import sympy.parsing.sympy_parser
import sympy.physics.units
import sympy.plotting
import sympy.polys.polyfuncs
import sympy.printing.pretty
import sympy.sets
import sympy.simplify.cse_main
import sympy.solvers.inequalities
import sympy.solvers.ode.ode
import sympy.solvers.ode.single
import sympy.solvers.ode.systems
import sympy.stats
import sympy.tensor
import sympy.utilities.lambdify
import sympy.vector
from sympy.core import random as _random

_lambdify = sys.modules["sympy.utilities.lambdify"]

del sys.modules["ctypes"]

# Their own generators, which the snapshot has frozen.
_generators = [value for value in vars(_random).values() if isinstance(value, random.Random)]


def begin(seed):
    for generator in _generators:
        generator.seed(seed)
    # It names what is generated, from 1 on.
    _lambdify._lambdify_generated_counter = 1
