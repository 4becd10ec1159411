# expect: limit
# limits: wall_ms=150
# why: a small decimal stands for a number of ten million digits

import decimal
int(decimal.Decimal('1e9999999'))
