"""pydantic-monty: a session per run, of a warm pool or each in a new worker process."""

from importlib import metadata

from protocol import COMPLETED, Lacks, Peer, serve, short


class Monty(Peer):
    def __init__(self, **options):
        import pydantic_monty

        self.module = pydantic_monty
        self.options = options
        self.pool = pydantic_monty.Monty(**options).__enter__()

    def feed(self, code, limits):
        collected = self.module.CollectString()
        with self.pool.checkout(limits=limits) as session:
            session.feed_run(code, print_callback=collected)
        return collected.output

    def run(self, code):
        try:
            return self.feed(code, None)
        except self.module.MontyError as error:
            raise Lacks(short(error)) from error

    def limit(self, code, wall, memory, output):
        limits = {
            "max_feed_duration_secs": wall,
            "max_total_sleep_secs": wall,
            "max_memory": memory,
        }
        try:
            self.feed(code, limits)
        except self.module.MontyError as error:
            name = type(error.exception()).__name__
            if name not in ("TimeoutError", "MemoryError", "RuntimeError"):
                raise Lacks(short(error)) from error
            return name
        return COMPLETED

    def prepare_hold(self, count):
        # The pool has as many workers as there are processors, unless it is told otherwise.
        self.pool.__exit__(None, None, None)
        self.pool = self.module.Monty(max_processes=count, **self.options).__enter__()


def make(mode):
    return Monty() if mode == "pool" else Monty(max_checkouts_per_worker=1)


if __name__ == "__main__":
    serve(make, lambda: "pydantic-monty " + metadata.version("pydantic-monty"))
