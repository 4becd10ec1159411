# expect: ok
# seed: 11
# repeat: same
# why: with a seed identifiers are the same

import uuid
print(uuid.uuid4())
