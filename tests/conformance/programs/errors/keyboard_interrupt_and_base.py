for kind in (KeyboardInterrupt, SystemExit, GeneratorExit):
    try:
        raise kind("x")
    except Exception:
        print("Exception")
    except BaseException as e:
        print("Base", repr(e))
try:
    raise NotImplementedError
except RuntimeError as e:
    print(repr(e))
class Base:
    def run(self):
        raise NotImplementedError("subclasses must implement run")
Base().run()
