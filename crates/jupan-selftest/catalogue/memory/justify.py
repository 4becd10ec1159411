# expect: memory
# why: a string method that pads to a billion

'a'.ljust(10**9)
