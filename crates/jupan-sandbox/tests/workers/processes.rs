use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// The processes that `parent` has started and that are there, dead but not reaped ones
/// included.
pub(crate) fn children(parent: u32) -> Vec<u32> {
    let mut children: Vec<u32> = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok())
        .filter(|&pid| stat(pid).is_some_and(|(_, its_parent)| its_parent == parent))
        .collect();
    children.sort_unstable();
    children
}

/// Those of this process.
pub(crate) fn workers() -> Vec<u32> {
    children(std::process::id())
}

/// Whether the process is there, dead but not reaped included.
pub(crate) fn exists(pid: u32) -> bool {
    Path::new("/proc").join(pid.to_string()).exists()
}

/// Whether the process has a filter of system calls: a worker that has started.
/// Whether a signal has stopped it.
pub(crate) fn is_stopped(pid: u32) -> bool {
    stat(pid).is_some_and(|(state, _)| state == 'T')
}

pub(crate) fn is_locked_down(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    status.lines().any(|line| line == "Seccomp:\t2")
}

/// Memory in use that is a process's own, in bytes: not that of files, its program's own one
/// among them.
pub(crate) fn own_bytes(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
}

/// What the kernel allows a process at most, by name; `None` is without limit.
pub(crate) fn limits(pid: u32) -> BTreeMap<String, Option<u64>> {
    let text = fs::read_to_string(format!("/proc/{pid}/limits")).unwrap();
    let rows = text.lines().skip(1).map(|line| {
        // The names have blanks in them; their column has 25 characters.
        let (name, numbers) = line.split_at(25);
        let hard = numbers.split_whitespace().nth(1).unwrap();
        (name.trim_end().to_owned(), hard.parse().ok())
    });
    rows.collect()
}

/// State and parent of a process.
fn stat(pid: u32) -> Option<(char, u32)> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before may hold anything.
    let mut words = text[text.rfind(')')? + 1..].split_whitespace();
    Some((words.next()?.chars().next()?, words.next()?.parse().ok()?))
}

/// Descriptors and threads of this process.
pub(crate) fn descriptors_and_threads() -> (usize, usize) {
    let count = |dir| fs::read_dir(dir).unwrap().count();
    (count("/proc/self/fd"), count("/proc/self/task"))
}

/// Sends a signal.
pub(crate) fn signal(pid: u32, signal: rustix::process::Signal) {
    let pid = rustix::process::Pid::from_raw(pid.try_into().unwrap()).unwrap();
    // It may have ended by itself.
    let _ = rustix::process::kill_process(pid, signal);
}

/// Kills processes and waits until they are dead.
pub(crate) fn end(pids: &[u32]) {
    for &pid in pids {
        signal(pid, rustix::process::Signal::KILL);
    }
    // The first thread can be dead before the others.
    let threads = |pid| fs::read_dir(format!("/proc/{pid}/task")).map_or(0, Iterator::count);
    eventually("they are dead", || {
        pids.iter().all(|&pid| stat(pid).is_none_or(|(state, _)| state == 'Z') && threads(pid) <= 1)
    });
}

/// Waits for what other processes do.
pub(crate) fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < deadline, "not within 20 s: {what}");
        thread::sleep(Duration::from_millis(1));
    }
}
