# expect: denied
# why: a pickle that calls a function can call nothing that the program could not

import pickle
pickle.loads(b"cos\nsystem\n(S'id'\ntR.")
