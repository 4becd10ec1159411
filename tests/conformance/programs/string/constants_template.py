import string
print(string.ascii_letters, string.digits, string.hexdigits, string.octdigits, repr(string.whitespace), string.punctuation, len(string.printable))
print(string.capwords("hello big  world"), string.capwords("a-b-c", "-"))
t = string.Template("Hi $name, you owe $$${amount}!")
print(t.substitute(name="Ann", amount=5), t.safe_substitute(name="Bob"), t.get_identifiers(), t.is_valid())
class F(string.Formatter):
    def get_value(self, key, args, kw):
        return kw.get(key, f"<{key}>") if isinstance(key, str) else args[key]
print(F().format("{0} {x} {y}", 1, x=2), list(string.Formatter().parse("a{b!r:>5}c{}")))
try:
    string.Template("$").substitute()
except ValueError as e:
    print(e)
t.substitute(name="x")
