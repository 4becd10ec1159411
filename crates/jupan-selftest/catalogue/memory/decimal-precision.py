# expect: memory
# why: a precision of a billion digits

import decimal
decimal.getcontext().prec = 10**9
decimal.Decimal(1) / decimal.Decimal(3)
