# expect: memory
# why: digits that are asked for by an exponent

import decimal
context = decimal.Context(prec=10**9, Emax=10**9)
kept = [decimal.Decimal(1).quantize(decimal.Decimal('1E-900000000'), context=context)]
