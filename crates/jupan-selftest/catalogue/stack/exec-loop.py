# expect: exception:RecursionError
# why: recursion through exec uses more stack per level

text = 'exec(text)'
exec(text)
