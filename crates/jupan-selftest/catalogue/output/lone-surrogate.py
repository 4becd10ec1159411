# expect: exception:UnicodeEncodeError
# why: half of a surrogate pair is no text

print('\ud800')
