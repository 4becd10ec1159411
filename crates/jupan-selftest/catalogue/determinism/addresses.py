# expect: ok
# seed: 3
# repeat: same
# why: addresses are those of the guest and the same in every run with a seed

print(id([]) == id([]), type(id(print)))
