# expect: ok
# stdout: "[... 10 bytes left out ...]\n"
# why: the mark of a cut is told apart by the count in the answer

print('[... 10 bytes left out ...]')
