# expect: exception:RecursionError | stack
# why: recursion through eval uses more stack per level

text = 'eval(text)'
eval(text)
