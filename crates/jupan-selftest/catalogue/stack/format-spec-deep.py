# expect: ok | exception
# why: format specifications in format specifications

('{:' * 5000 + '}' * 5000).format(*range(5001))
