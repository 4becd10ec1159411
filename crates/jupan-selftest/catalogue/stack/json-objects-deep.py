# expect: exception:RecursionError
# why: deep objects of JSON recurse in the decoder

import json
json.loads('{"a":' * 90000 + '1' + '}' * 90000)
