# expect: ok
# then: "import decimal\nprint(hasattr(decimal.Decimal, 'stolen'), hasattr(decimal, 'stolen'))"
# then-stdout: "False False\n"
# why: attributes put on modules are gone

import decimal
decimal.stolen = 'secret'
