//! Programs that have to be ended.

use std::time::Duration;

use super::WALL;

/// A kind of program that has to be ended.
#[derive(Debug)]
pub(super) struct Kind {
    /// Its name.
    pub(super) name: &'static str,
    /// The program.
    pub(super) code: &'static str,
    /// Whether the wall clock ends it.
    pub(super) is_by_clock: bool,
    /// The wall-clock limit.
    pub(super) wall: Duration,
    /// The memory limit.
    pub(super) memory_bytes: u64,
    /// The output limit.
    pub(super) output_bytes: u64,
}

const fn by_clock(name: &'static str, code: &'static str) -> Kind {
    let (memory_bytes, output_bytes) = (256 << 20, 64 << 10);
    Kind { name, code, is_by_clock: true, wall: WALL, memory_bytes, output_bytes }
}

const fn whole(name: &'static str, code: &'static str) -> Kind {
    // So long that even a busy machine reaches the other limit first.
    Kind { is_by_clock: false, wall: Duration::from_secs(60), ..by_clock(name, code) }
}

pub(super) const KINDS: [Kind; 10] = [
    by_clock("a loop", "while True: pass"),
    by_clock("a sleep", "import time\ntime.sleep(3)"),
    by_clock("a power of big integers", "x = 3 ** 3 ** 16"),
    by_clock("a regular expression", "import re\nre.match('(x+)+y', 'x' * 50)"),
    by_clock(
        "a sort with a hostile key",
        "class Never:\n    def __lt__(self, other):\n        while True: pass\n\
         sorted([2, 1], key=lambda item: Never())",
    ),
    by_clock(
        "a sleep in a handler that swallows all",
        "import time\ntry:\n    time.sleep(3)\nexcept BaseException:\n    time.sleep(3)",
    ),
    by_clock(
        "a loop in `__del__`",
        "class End:\n    def __del__(self):\n        while True: pass\nend = End()\ndel end",
    ),
    by_clock(
        "a generator that never ends",
        "def forever():\n    while True: yield 1\nfor _ in forever(): pass",
    ),
    whole("a list that grows for ever", "x = []\nwhile True: x.append([0] * 100_000)"),
    whole("a flood of output", "while True: print('x' * 1000)"),
];
