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

/// A loop that takes some 50 ms; prints where the interpreter is and the best of three times.
const PROBE: &str = "
import sys, time
best = 9.0
for _ in range(3):
    start = time.perf_counter()
    total = 0
    for i in range(300_000):
        total += i * i % 7
    best = min(best, time.perf_counter() - start)
print(sys.executable)
print(best)
";

/// The fastest CPython of this machine: builds differ by half, and a slow one would flatter
/// whatever is compared with it.
pub(crate) fn fastest_cpython() -> Option<PathBuf> {
    let mut times = BTreeMap::new();
    for (executable, seconds) in NAMES.iter().filter_map(|name| probe(name)) {
        let best = times.entry(executable).or_insert(f64::INFINITY);
        *best = seconds.min(*best);
    }
    times.into_iter().min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(executable, _)| executable)
}

fn probe(name: &str) -> Option<(PathBuf, f64)> {
    let output = Command::new(name).args(["-I", "-c", PROBE]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    let (executable, seconds) = text.trim().split_once('\n')?;
    Some((PathBuf::from(executable), seconds.parse().ok()?))
}
