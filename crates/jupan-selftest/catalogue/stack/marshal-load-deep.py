# expect: exception:ValueError | exception:EOFError | exception:RecursionError
# why: a marshalled text can ask for any depth

import marshal
marshal.loads(b'[\x01\x00\x00\x00' * 100000 + b'N')
