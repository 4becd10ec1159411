# expect: ok
# then: "print(len([1, 2]))"
# then-stdout: "2\n"
# why: a builtin that was replaced is back

import builtins
builtins.len = lambda x: 42
