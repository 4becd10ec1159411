class Field:
    def __set_name__(self, owner, name):
        self.name = name
    def __get__(self, obj, cls=None):
        if obj is None:
            return self
        return obj.__dict__.get(self.name, "unset")
    def __set__(self, obj, value):
        if not isinstance(value, str):
            raise TypeError(f"{self.name} must be str, not {type(value).__name__}")
        obj.__dict__[self.name] = value

class Model:
    registry = []
    def __init_subclass__(cls, /, table=None, **kw):
        super().__init_subclass__(**kw)
        cls.table = table or cls.__name__.lower()
        Model.registry.append(cls.table)

class User(Model, table="users"):
    name = Field()
class Post(Model):
    title = Field()

u = User()
print(u.name, Model.registry)
u.name = "ann"
print(u.name, vars(u))
u.name = 5
