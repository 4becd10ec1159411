//! The CPython that everything is compared with.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

/// Names under which a CPython may be found.
const NAMES: [&str; 7] = [
    "python3",
    "/usr/bin/python3",
    "python3.14",
    "python3.13",
    "python3.12",
    "python3.11",
    "python3.10",
];

/// How often each is tried, in turns: a moment's disturbance must not choose the reference.
const TRIES: usize = 3;

/// Calls, a dictionary, a sort and text, some 12 ms of them; prints where the interpreter is and
/// the best of five times.
const PROBE: &str = "
import sys, time

def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

def work():
    counts = {}
    for i in range(40_000):
        counts[i % 997] = counts.get(i % 997, 0) + i * i % 7
    words = sorted(str(i * 7919 % 10007) for i in range(20_000))
    return fib(18) + sum(counts.values()) + len(' '.join(words).split())

best = 9.0
for _ in range(5):
    start = time.perf_counter()
    work()
    best = min(best, time.perf_counter() - start)
print(sys.executable)
print(best)
";

/// The fastest CPython of this machine: builds differ by half, and a slow one would flatter
/// whatever is compared with it.
pub(crate) fn fastest_cpython() -> Option<PathBuf> {
    let mut times = BTreeMap::new();
    for name in NAMES.iter().cycle().take(NAMES.len() * TRIES) {
        if let Some((executable, seconds)) = probe(name) {
            let best = times.entry(executable).or_insert(f64::INFINITY);
            *best = seconds.min(*best);
        }
    }
    times.into_iter().min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(executable, _)| executable)
}

fn probe(name: &str) -> Option<(PathBuf, f64)> {
    let output = Command::new(name).args(["-I", "-c", PROBE]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    let (executable, seconds) = text.trim().split_once('\n')?;
    Some((PathBuf::from(executable), seconds.parse().ok()?))
}
