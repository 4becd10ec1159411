# expect: ok
# stdout: "True\n"
# why: introspection is harmless and allowed

subs = [c.__name__ for c in object.__subclasses__()]
print(len(subs) > 10)
