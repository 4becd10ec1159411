# What the interpreter lacks in this sandbox and programs still use: locks that are asked for twice,
# and an event loop without sockets.

import _thread
import asyncio
import queue
import threading
import time

HELD = "a lock that is held was asked for again; there are no threads here that could release it"
STUCK = "each task waits for another, and there is nothing here that could wake one"


class Lock:
    """A lock without threads: whoever would wait for ever is told so. The interpreter's own would
    end the run as a failure of the interpreter."""

    def __init__(self):
        self._held = False

    def acquire(self, blocking=True, timeout=-1):
        if not blocking and timeout != -1:
            raise ValueError("can't specify a timeout for a non-blocking call")
        if timeout < 0 and timeout != -1:
            raise ValueError("timeout value must be a non-negative number")
        if self._held:
            if not blocking:
                return False
            if timeout == -1:
                raise RuntimeError(HELD)
            time.sleep(timeout)
            return False
        self._held = True
        return True

    def release(self):
        if not self._held:
            raise RuntimeError("release unlocked lock")
        self._held = False

    def locked(self):
        return self._held

    def _at_fork_reinit(self):
        self._held = False

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *_exception):
        self.release()

    def __repr__(self):
        return f"<{'locked' if self._held else 'unlocked'} lock object at {id(self):#x}>"


class _Clock:
    """What the event loop waits with: nothing happens here but time."""

    def select(self, timeout):
        if timeout is None:
            raise RuntimeError(STUCK)
        if timeout > 0:
            time.sleep(timeout)
        return []


class Loop(asyncio.base_events.BaseEventLoop):
    def __init__(self):
        super().__init__()
        self._selector = _Clock()

    def _process_events(self, _events):
        pass

    def _write_to_self(self):
        pass

    def add_signal_handler(self, *_arguments):
        raise NotImplementedError("there are no signals here")

    remove_signal_handler = add_signal_handler


class _Policy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = Loop


def fill():
    _thread.allocate_lock = _thread.lock = threading.Lock = threading._allocate_lock = Lock
    queue.SimpleQueue = queue._PySimpleQueue
    asyncio.events._set_event_loop_policy(_Policy())
    asyncio.EventLoop = asyncio.SelectorEventLoop = Loop
