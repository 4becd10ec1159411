# What the standard library lacks on this platform, or does otherwise than CPython. Runs
# once, before the snapshot, when `bootstrap.py` has imported what programs use; `library.rs` has
# put its functions here.

import _thread
import builtins
import concurrent.futures.thread
import io
import os
import sys
import threading
import time
import traceback
import zoneinfo

builtins.sum = sum


# Time zones, which the library looks for in files.
def _load_time_zone(key):
    data = time_zone(key)
    if data is None:
        raise zoneinfo.ZoneInfoNotFoundError("No time zone found with key %s" % key)
    return io.BytesIO(data)


zoneinfo._common.load_tzdata = _load_time_zone
zoneinfo.available_timezones = lambda: set(time_zone_names())


# Files have no owner and no permissions of their own: whoever sees one may do everything with it.
def _chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    os.stat(path)


def _access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return False
    return not mode & os.X_OK or found.st_mode & 0o111 != 0


_chmod.__name__ = _chmod.__qualname__ = "chmod"
_access.__name__ = _access.__qualname__ = "access"
for _os in (os, sys.modules["posix"]):
    _os.chmod = _chmod
    _os.access = _access


# Names that may be meant in place of one that is not there.
_suggest = traceback._compute_suggestion_error
_module = type(sys)


def _compute_suggestion(error, frames, wrong_name):
    """Leaves out the modules that are there without an import: CPython has none."""
    names = vars(builtins)
    modules = {name: value for name, value in names.items() if isinstance(value, _module)}
    for name in modules:
        del names[name]
    try:
        return _suggest(error, frames, wrong_name)
    finally:
        names.update(modules)


traceback._compute_suggestion_error = _compute_suggestion


# Threads. There is one; another runs to its end when it is started.
_ident = _thread.get_ident()
_idents = 1
_plain_start = _thread.start_joinable_thread


def _get_ident():
    return _ident


def _start_thread(function, handle=None, daemon=True):
    global _ident, _idents
    caller = _ident
    _ident = _idents
    _idents += 1
    if handle is not None:
        handle._ident = _ident
    try:
        return _plain_start(function, handle, daemon)
    finally:
        _ident = caller


_thread.get_ident = threading.get_ident = _get_ident
_thread.start_joinable_thread = threading._start_joinable_thread = _start_thread


def _acquire(self, blocking=True, timeout=-1):
    """Takes a lock, or says that nobody will ever release it: whoever could, waits for this thread to
    end.
    """
    if not blocking and timeout != -1:
        raise ValueError("can't specify a timeout for a non-blocking call")
    if timeout < 0 and timeout != -1:
        raise ValueError("timeout value must be a non-negative number")
    if not self.locked_status:
        self.locked_status = True
        return True
    if not blocking:
        return False
    if timeout >= 0:
        time.sleep(timeout)
        return False
    raise RuntimeError(
        "deadlock: what this thread waits for cannot come, since no other thread can run; here a "
        "thread runs to its end when it is started"
    )


def _release(self):
    if not self.locked_status:
        raise RuntimeError("release unlocked lock")
    self.locked_status = False


_thread.LockType.acquire = _thread.LockType.__enter__ = _acquire
_thread.LockType.release = _release


def _acquire_again_and_again(self, blocking=True, timeout=-1):
    self.locked_count += 1
    return True


def _release_once(self):
    if not self.locked_count:
        raise RuntimeError("cannot release un-acquired lock")
    self.locked_count -= 1


_thread.RLock.acquire = _thread.RLock.__enter__ = _acquire_again_and_again
_thread.RLock.release = _release_once


def _release_all(lock):
    count, lock.locked_count = lock.locked_count, 0
    return count


def _acquire_again(lock, count):
    lock.locked_count = count


# A condition asks a lock for these.
_thread.RLock._is_owned = lambda lock: lock.locked_count > 0
_thread.RLock._release_save = _release_all
_thread.RLock._acquire_restore = _acquire_again


def _submit(self, fn, /, *args, **kwargs):
    """Calls `fn` at once: a thread that waits for work would wait for ever."""
    if self._shutdown:
        raise RuntimeError("cannot schedule new futures after shutdown")
    future = concurrent.futures.Future()
    future.set_running_or_notify_cancel()
    try:
        result = fn(*args, **kwargs)
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)
    return future


concurrent.futures.ThreadPoolExecutor.submit = _submit
