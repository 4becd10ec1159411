# expect: exception:RecursionError
# why: a default function that encodes again

import json

def again(thing):
    return json.dumps(thing, default=again)

json.dumps(object(), default=again)
