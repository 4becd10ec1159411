# expect: memory
# why: an integer with a billion decimal digits

import decimal
int(decimal.Decimal('1E+9999999999'))
