import abc
class Base(abc.ABC):
    @classmethod
    def __subclasshook__(cls, C):
        return True if any("quack" in B.__dict__ for B in C.__mro__) else NotImplemented
class Duck:
    def quack(self): ...
class Reg: pass
class Store(abc.ABC):
    @abc.abstractmethod
    def get(self, k): "Get."
    @staticmethod
    @abc.abstractmethod
    def make(): ...
    @classmethod
    @abc.abstractmethod
    def build(cls): ...
Store.register(Reg)
print(issubclass(Duck, Base), issubclass(int, Base), isinstance(Reg(), Store), Store.__abstractmethods__ == {"get", "make", "build"}, abc.get_cache_token() is not None)
class Mem(Store):
    def get(self, k): return super().get(k)
    @staticmethod
    def make(): return 1
    @classmethod
    def build(cls): return cls()
print(Mem.build().get(1), Mem.make())
Store()
