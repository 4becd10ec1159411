# expect: ok
# stdout: "True\n"
# why: an address is one within the guest's own memory

print(id(object()) < 2**32)
