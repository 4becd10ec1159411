# expect: ok
# repeat: different
# why: identifiers do not repeat between runs

import uuid
print(uuid.uuid4())
