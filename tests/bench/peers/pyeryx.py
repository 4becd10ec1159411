"""pyeryx: a new sandbox per run, one sandbox for all (a fresh instance per run), or a session."""

from importlib import metadata

from protocol import COMPLETED, Lacks, Peer, serve, short


class Eryx(Peer):
    def __init__(self, mode):
        import eryx

        self.module = eryx
        self.mode = mode
        if mode == "sandbox":
            self.warm = None
        else:
            self.warm = eryx.Sandbox() if mode == "execute" else eryx.Session()

    def run(self, code):
        runner = self.warm or self.module.Sandbox()
        try:
            return runner.execute(code).stdout.decode()
        except Exception as error:
            raise Lacks(short(error)) from error

    def limit(self, code, wall, memory, output):
        limits = self.module.ResourceLimits(
            execution_timeout_ms=int(wall * 1000), max_memory_bytes=memory
        )
        sandbox = self.module.Sandbox(resource_limits=limits)
        try:
            sandbox.execute(code)
        except Exception as error:
            return type(error).__name__
        return COMPLETED


if __name__ == "__main__":
    serve(Eryx, lambda: "pyeryx " + metadata.version("pyeryx"))
