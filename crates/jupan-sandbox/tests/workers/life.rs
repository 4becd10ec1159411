use std::{
    fs,
    io::Read as _,
    process::{Command, Stdio},
};

use jupan_sandbox::{
    CancelToken, Limits, Program, Runner as _, SandboxError, WorkerCommand, WorkerPool,
    WorkerPoolConfig, WorkerPoolStatus,
};
use libtest_mimic::Trial;
use rustix::process::Signal;

use crate::{
    parts,
    processes::{self, eventually},
};

pub(crate) fn tests() -> Vec<Trial> {
    crate::tests![
        a_pool_leaves_nothing_behind,
        a_worker_is_recycled_after_its_runs,
        a_worker_that_ends_while_idle_costs_no_run,
        a_worker_that_is_stopped_while_idle_costs_no_run,
        a_run_that_is_given_up_takes_its_worker_along,
        a_worker_that_cannot_start_is_an_error,
        a_pool_without_workers_says_why_and_recovers,
        workers_end_with_the_server,
    ]
}

/// This executable, also while a build replaces its file.
const THIS_PROGRAM: &str = "/proc/self/exe";

/// A pool with its spare.
fn start(config: WorkerPoolConfig) -> WorkerPool {
    let workers = config.workers.get();
    let pool = WorkerPool::start(config).unwrap();
    full(&pool, workers);
    pool
}

/// Waits until `workers` and the spare are ready, and nothing else is there.
pub(crate) fn full(pool: &WorkerPool, workers: usize) {
    eventually("all workers and the spare are ready", || {
        let WorkerPoolStatus { ready, busy, .. } = pool.status();
        busy == 0 && ready == workers + 1 && processes::workers().len() == ready
    });
}

fn echo(pool: &WorkerPool) -> Result<Option<String>, SandboxError> {
    let outcome = pool.run(&Program::new("echo"), &Limits::default())?;
    assert_eq!(outcome.failure, None);
    Ok(outcome.result)
}

fn a_pool_leaves_nothing_behind() {
    let before = (processes::workers(), processes::descriptors_and_threads());
    let pool = start(parts::config(parts::WORKER, 3));
    assert_eq!(processes::workers().len(), 4, "three and a spare");
    assert_eq!(echo(&pool).unwrap().as_deref(), Some("echo"));
    drop(pool);
    assert_eq!((processes::workers(), processes::descriptors_and_threads()), before);
    assert!(before.0.is_empty(), "the test before left {:?}", before.0);
}

fn a_worker_is_recycled_after_its_runs() {
    let pool = start(WorkerPoolConfig { max_runs: 10, ..parts::config(parts::WORKER, 1) });
    for run in 0..10 {
        assert_eq!(pool.status().recycled, 0, "run {run}");
        assert_eq!(echo(&pool).unwrap().as_deref(), Some("echo"));
    }
    assert_eq!(pool.status().recycled, 1);
    // It goes on while there is no spare, so that the next runs do not wait for one.
    for _ in 0..40 {
        assert_eq!(echo(&pool).unwrap().as_deref(), Some("echo"));
    }
    full(&pool, 1);
    let status = pool.status();
    assert_eq!((status.lost, status.started), (0, status.recycled + 2));
}

fn a_worker_that_ends_while_idle_costs_no_run() {
    let pool = start(parts::config(parts::WORKER, 1));
    processes::end(&processes::workers());
    assert_eq!(echo(&pool).unwrap().as_deref(), Some("echo"));
    full(&pool, 1);
    // The pool finds out without being asked to run anything.
    let started = pool.status().started;
    processes::end(&processes::workers());
    eventually("both are replaced", || pool.status().started == started + 2);
    full(&pool, 1);
}

fn a_worker_that_is_stopped_while_idle_costs_no_run() {
    let pool = start(parts::config(parts::WORKER, 1));
    let stopped = processes::workers();
    stopped.iter().for_each(|&pid| processes::signal(pid, Signal::STOP));
    eventually("both have stopped", || stopped.iter().all(|&pid| processes::is_stopped(pid)));
    assert_eq!(echo(&pool).unwrap().as_deref(), Some("echo"));
    full(&pool, 1);
    assert_eq!(pool.status().lost, 2);
}

fn a_run_that_is_given_up_takes_its_worker_along() {
    let pool = start(parts::config(parts::WORKER, 2));
    let limits = Limits { wall: Limits::MAX_WALL, fuel: Limits::MAX_FUEL, ..Limits::default() };
    let token = CancelToken::new();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| pool.run_unless(&Program::new("loop"), &limits, &token));
        eventually("it runs", || pool.status().busy == 1);
        assert_eq!(echo(&pool).unwrap().as_deref(), Some("echo"), "beside it");
        token.cancel();
        assert_eq!(running.join().unwrap().unwrap_err().to_string(), "the run was cancelled");
    });
    assert_eq!(echo(&pool).unwrap().as_deref(), Some("echo"));
    full(&pool, 2);
    let status = pool.status();
    assert_eq!((status.cancelled, status.lost, status.started), (1, 0, 4));
}

fn a_worker_that_cannot_start_is_an_error() {
    let told = |config| WorkerPool::start(config).unwrap_err().to_string();
    assert_eq!(
        told(parts::config(parts::WITHOUT_IMAGE, 2)),
        "the image file test cannot be loaded (the sandbox failed: failed to find function export \
         `jupan_abi_version`); `cargo xtask image` builds the image anew"
    );
    assert_eq!(
        told(parts::config(parts::HASTY, 2)),
        format!(
            "a worker did not get ready: its process ended (exit status: {})",
            parts::HASTY_STATUS
        )
    );
    let program = WorkerCommand { program: "/nowhere/jupan".into(), args: Vec::new() };
    assert_eq!(
        told(WorkerPoolConfig::new(program)),
        "cannot start a worker with /nowhere/jupan: No such file or directory (os error 2)"
    );
    let strict =
        WorkerPoolConfig { require_lockdown: true, ..parts::config(parts::WITHOUT_FILTER, 2) };
    let error = told(strict);
    assert!(
        error.starts_with("a worker cannot lock itself down, which is required: ")
            && error.ends_with("few system calls (seccomp) is not in force (left out on request)"),
        "{error}"
    );
    assert_eq!(processes::workers(), Vec::<u32>::new());
}

fn a_pool_without_workers_says_why_and_recovers() {
    let dir = tempfile::tempdir().unwrap();
    let program = dir.path().join("worker");
    fs::copy(THIS_PROGRAM, &program).unwrap();
    let mut config = parts::config(parts::WORKER, 1);
    config.command.program.clone_from(&program);
    let pool = start(config);

    fs::rename(&program, dir.path().join("away")).unwrap();
    processes::end(&processes::workers());
    let reason = format!(
        "the sandbox failed: cannot start a worker with {}: No such file or directory (os error 2)",
        program.display()
    );
    for _ in 0..3 {
        assert_eq!(echo(&pool).unwrap_err().to_string(), reason);
    }
    fs::rename(dir.path().join("away"), &program).unwrap();
    eventually("the pool has workers again", || echo(&pool).is_ok());
}

fn workers_end_with_the_server() {
    let mut server = Command::new(THIS_PROGRAM)
        .arg(parts::SERVER)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    server.stdout.take().unwrap().read_exact(&mut [0; 2]).unwrap();
    eventually("the spare is there", || processes::children(server.id()).len() == 3);
    let workers = processes::children(server.id());
    // One more is stopped, and still does not stay.
    processes::signal(workers[0], Signal::STOP);
    server.kill().unwrap();
    server.wait().unwrap();
    eventually("the workers have ended", || !workers.iter().any(|&pid| processes::exists(pid)));
}
