# expect: ok
# seed: 7
# repeat: same
# why: with a seed the order of sets of strings is the same

print(list({'a', 'b', 'c', 'd', 'e', 'f'}), hash('text'))
