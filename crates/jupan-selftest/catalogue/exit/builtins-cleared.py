# expect: crash | exception
# why: a program that takes its interpreter apart ends its own run alone

import builtins
builtins.__dict__.clear()
print(1)
