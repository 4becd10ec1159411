//! What a pool and a worker's process may take.

use std::{
    thread,
    time::{Duration, Instant},
};

use jupan_sandbox::{ErrorKind, Limits, Program, Runner as _, WorkerPool};
use libtest_mimic::Trial;

use crate::{
    life::full,
    parts,
    processes::{self, eventually},
};

pub(crate) fn tests() -> Vec<Trial> {
    crate::tests![
        no_more_run_at_once_than_there_are_workers,
        a_worker_is_capped_by_the_kernel,
        memory_of_a_run_does_not_stay,
        stack_of_a_run_does_not_stay,
    ]
}

fn no_more_run_at_once_than_there_are_workers() {
    const WALL: Duration = Duration::from_millis(300);
    let pool = WorkerPool::start(parts::config(parts::WORKER, 1)).unwrap();
    // With the spare there would be one more to take.
    full(&pool, 1);
    let limits = Limits { wall: WALL, fuel: Limits::MAX_FUEL, ..Limits::default() };
    let start = Instant::now();
    thread::scope(|scope| {
        let long = scope.spawn(|| pool.run(&Program::new("loop"), &limits).unwrap());
        eventually("it runs", || pool.status().busy == 1 || long.is_finished());
        let second = pool.run(&Program::new("echo"), &Limits::default()).unwrap();
        assert_eq!(second.result.as_deref(), Some("echo"));
        assert!(start.elapsed() >= WALL, "two ran at once");
        assert_eq!(long.join().unwrap().failure.unwrap().kind, ErrorKind::Timeout);
    });
}

fn a_worker_is_capped_by_the_kernel() {
    let pool = WorkerPool::start(parts::config(parts::WORKER, 1)).unwrap();
    full(&pool, 1);
    let gib = 1 << 30;
    for pid in processes::workers() {
        let limits = processes::limits(pid);
        let most = |name: &str| limits[name].unwrap_or(u64::MAX);
        for name in ["Max core file size", "Max file size", "Max open files", "Max processes"] {
            assert_eq!(most(name), 0, "{name}");
        }
        // What it has itself at its start is a few megabytes; its guest's may be 2 GiB.
        let data = most("Max data size");
        assert!((3 * gib..4 * gib).contains(&data), "{data} bytes");
        // The guest's address space is reserved with its guards, and counts.
        let space = most("Max address space");
        assert!((3 * gib..32 * gib).contains(&space), "{space} bytes of address space");
    }
}

/// What a worker may keep beside what it is known to: its allocator's own, its tables.
const SLACK_BYTES: u64 = 8 << 20;

/// The memory of its own that a pool's only worker has after many runs of `code`, in bytes.
fn kept_after(code: &str, failure: Option<ErrorKind>) -> u64 {
    let pool = WorkerPool::start(parts::config(parts::WORKER, 1)).unwrap();
    full(&pool, 1);
    for _ in 0..10 {
        let outcome = pool.run(&Program::new(code), &Limits::default()).unwrap();
        assert_eq!(outcome.failure.map(|failure| failure.kind), failure);
    }
    assert_eq!(pool.status().started, 2, "none was replaced");
    // The spare has had no run and has less.
    processes::workers().into_iter().map(processes::own_bytes).max().unwrap()
}

fn memory_of_a_run_does_not_stay() {
    // Of 16 MiB that the guest fills, 4 MiB may be kept for the next run.
    let kept = kept_after("grow", None);
    assert!(kept < (4 << 20) + SLACK_BYTES, "{kept} bytes");
}

fn stack_of_a_run_does_not_stay() {
    // Of 64 MiB that the guest recurses through, 128 KiB may be kept.
    let kept = kept_after("deep", Some(ErrorKind::Stack));
    assert!(kept < SLACK_BYTES, "{kept} bytes");
}
