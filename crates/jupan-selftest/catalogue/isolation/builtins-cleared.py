# expect: crash | exception
# then: "print(sorted('ba'))"
# then-stdout: "['a', 'b']\n"
# why: builtins that were taken away are back

import builtins
builtins.__dict__.clear()
print(1)
