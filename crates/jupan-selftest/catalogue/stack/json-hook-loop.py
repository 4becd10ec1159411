# expect: exception:RecursionError
# why: an object hook that decodes again

import json

def again(thing):
    return json.loads('{}', object_hook=again)

json.loads('{}', object_hook=again)
