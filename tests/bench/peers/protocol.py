"""How a peer is driven: a line of JSON in, a line of JSON out.

    {"op": "run", "code": ..., "times": 3}      -> {"seconds": [...], "stdout": ...}
    {"op": "load", "code": ..., "for": 1.0}     -> {"seconds": [...], "elapsed": 1.002, "stdout": ...}
    {"op": "limit", "code": ..., "wall": 0.1, "memory": ..., "output": ...}
                                                -> {"seconds": [0.104], "ended": "TimeoutError"}
    {"op": "hold", "code": ..., "count": 10}    -> {"held": 10}, while the programs run
    {"op": "release"}                           -> {"released": 10}, after they have ended

A program that the peer cannot run is answered with {"lacks": why}. Times are taken here, around
the peer's own call, so that the pipe to the benchmark is not part of them.
"""

import json
import sys
import threading
import time

COMPLETED = "completed"
"""How a program ended that no limit ended."""


class Lacks(Exception):
    """The peer cannot run this program, and why."""


class Peer:
    """What a peer offers; `run` is the least."""

    def run(self, code):
        """Runs a program and gives what it printed."""
        raise NotImplementedError

    def limit(self, code, wall, memory, output):
        """Runs a program under limits (seconds and bytes) and gives how it ended."""
        raise Lacks("lacks limits")

    def prepare_hold(self, count):
        """Told how many programs will run at the same time."""


def short(error):
    """Why a program cannot be run, in one short line."""
    text = str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
    if "No module named" in text:
        return "lacks " + text.split("No module named", 1)[1].strip().strip("'\"")
    plain = text.removeprefix("NotImplementedError: ")
    feature = plain.removeprefix("The monty syntax parser does not yet support ")
    return f"lacks {feature}" if feature != text else f"fails: {text[:70]}"


def ended(status):
    """How a process ended."""
    return COMPLETED if status == 0 else f"status {status}"


def timed(peer, code):
    start = time.perf_counter()
    stdout = peer.run(code)
    return time.perf_counter() - start, stdout


def run(peer, request):
    seconds, printed = [], set()
    for _ in range(request["times"]):
        elapsed, stdout = timed(peer, request["code"])
        seconds.append(elapsed)
        printed.add(stdout)
    return {"seconds": seconds, "stdout": printed.pop() if len(printed) == 1 else "(it changes)"}


def load(peer, request):
    seconds, printed = [], set()
    start = time.perf_counter()
    while time.perf_counter() - start < request["for"]:
        elapsed, stdout = timed(peer, request["code"])
        seconds.append(elapsed)
        printed.add(stdout)
    elapsed = time.perf_counter() - start
    stdout = printed.pop() if len(printed) == 1 else "(it changes)"
    return {"seconds": seconds, "elapsed": elapsed, "stdout": stdout}


def limit(peer, request):
    start = time.perf_counter()
    ended = peer.limit(request["code"], request["wall"], request["memory"], request["output"])
    return {"seconds": [time.perf_counter() - start], "ended": ended}


def hold(peer, request, held):
    if request["count"] > 0:
        peer.prepare_hold(request["count"])
    for _ in range(request["count"]):
        thread = threading.Thread(target=peer.run, args=(request["code"],))
        thread.start()
        held.append(thread)
    return {"held": len(held)}


def release(held):
    for thread in held:
        thread.join()
    count = len(held)
    held.clear()
    return {"released": count}


def serve(make, version):
    """Answers requests until stdin ends. `make` is given the mode and makes the peer."""
    answers = sys.stdout
    # What a peer prints by itself must not come between the answers.
    sys.stdout = sys.stderr
    held = []

    def answer(value):
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    try:
        peer = make(sys.argv[1])
        answer({"ready": True, "version": version()})
    except ImportError as error:
        answer({"missing": f"not installed: {error}"})
        return
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if request["op"] == "run":
                answer(run(peer, request))
            elif request["op"] == "load":
                answer(load(peer, request))
            elif request["op"] == "limit":
                answer(limit(peer, request))
            elif request["op"] == "hold":
                answer(hold(peer, request, held))
            else:
                answer(release(held))
        except Lacks as lacks:
            answer({"lacks": str(lacks)})
