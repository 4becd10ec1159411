class InsufficientFunds(Exception):
    def __init__(self, needed, available):
        self.needed, self.available = needed, available
        super().__init__(f"need {needed}, have {available}")

class Fatal(InsufficientFunds):
    def __str__(self):
        return "FATAL " + super().__str__()

try:
    raise Fatal(5, 3)
except InsufficientFunds as e:
    print(e, repr(e), e.args, isinstance(e, Exception))
class NoMessage(Exception):
    pass
try:
    raise NoMessage
except NoMessage as e:
    print(repr(str(e)), repr(e))
raise InsufficientFunds(100, 20)
