# expect: exception
# why: deep input gives RecursionError or a decode error

import json
json.loads('[' * 90000)
