# expect: ok
# repeat: different
# why: secrets do not repeat between runs

import secrets
print(secrets.token_hex(16))
