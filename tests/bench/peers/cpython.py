"""CPython itself: `exec` in this process, which isolates nothing, or a subprocess per run."""

import contextlib
import io
import platform
import resource
import subprocess
import sys
import threading

from protocol import Lacks, Peer, ended, serve, short


class Exec(Peer):
    def run(self, code):
        stdout = io.StringIO()
        try:
            with contextlib.redirect_stdout(stdout):
                exec(compile(code, "program.py", "exec"), {"__name__": "__main__"})
        except Exception as error:
            raise Lacks(short(error)) from error
        return stdout.getvalue()


class Subprocess(Peer):
    def run(self, code):
        done = subprocess.run(
            [sys.executable, "-I", "-c", code],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise Lacks(short(done.stderr))
        return done.stdout

    def limit(self, code, wall, memory, output):
        def confine():
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

        child = subprocess.Popen(
            [sys.executable, "-I", "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            preexec_fn=confine,
        )
        # A reader that stops at the limit, as a caller would have it.
        clock = threading.Timer(wall, child.kill)
        clock.start()
        read = 0
        while chunk := child.stdout.read1(65536):
            read += len(chunk)
            if read > output:
                child.kill()
                break
        status = child.wait()
        clock.cancel()
        child.stdout.close()
        return "output" if read > output else ended(status)


if __name__ == "__main__":
    modes = {"exec": Exec, "subprocess": Subprocess}
    serve(lambda mode: modes[mode](), lambda: "CPython " + platform.python_version())
