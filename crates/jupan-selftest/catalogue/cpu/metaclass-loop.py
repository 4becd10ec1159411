# expect: timeout
# limits: wall_ms=150
# why: code that runs while a class is made is limited

class Meta(type):
    def __prepare__(name, bases):
        while True:
            pass

class Made(metaclass=Meta):
    pass
