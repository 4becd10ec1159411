use std::time::Duration;

use jupan_sandbox::{
    ErrorKind, Limits, Outcome, Program, Runner, Sandbox, SandboxConfig, SandboxError, Usage,
    WorkerPool,
};
use libtest_mimic::Trial;

use crate::{guest, parts};

pub(crate) fn tests() -> Vec<Trial> {
    crate::tests![a_worker_gives_what_the_sandbox_gives, what_cannot_run_is_refused_alike]
}

pub(crate) fn sandbox() -> Sandbox {
    guest::with(|guest| match guest {
        jupan_sandbox::GuestSource::Wasm { wasm, info } => {
            let config = SandboxConfig { max_concurrent_runs: 1, ..SandboxConfig::default() };
            Sandbox::compile(wasm, info, &config).unwrap()
        }
        jupan_sandbox::GuestSource::Image(_) => unreachable!(),
    })
}

fn limits() -> Limits {
    Limits { wall: Duration::from_secs(10), ..Limits::default() }
}

/// The outcome without its time.
fn outcome(runner: &dyn Runner, code: &str) -> Outcome {
    let outcome = runner.run(&Program::new(code), &limits()).unwrap();
    Outcome { usage: Usage { wall: Duration::ZERO, ..outcome.usage }, ..outcome }
}

/// Every way in which a guest can end, and every host function: each under the lockdown.
fn a_worker_gives_what_the_sandbox_gives() {
    let (pool, sandbox) = (WorkerPool::start(parts::config(parts::WORKER, 1)).unwrap(), sandbox());
    assert_eq!(pool.image(), sandbox.image());
    for (code, kind) in [
        ("echo", None),
        ("work", None),
        ("trap", Some(ErrorKind::Crash)),
        ("deep", Some(ErrorKind::Stack)),
        ("beyond", Some(ErrorKind::Stack)),
        ("xit", Some(ErrorKind::Exit)),
        ("grow", None),
        ("hog", Some(ErrorKind::Memory)),
        ("output", None),
        ("flood", Some(ErrorKind::Output)),
        ("sleep", None),
    ] {
        let given = outcome(&pool, code);
        assert_eq!(given.failure.as_ref().map(|failure| failure.kind), kind, "{code}");
        assert_eq!(given, outcome(&sandbox, code), "{code}");
        if kind.is_none() {
            assert_eq!(given.result.as_deref(), Some(code));
        }
    }
    // How far a guest gets until the time is over is not the same twice.
    for runner in [&pool as &dyn Runner, &sandbox] {
        let limits = Limits { wall: Duration::from_millis(100), ..limits() };
        let failure = runner.run(&Program::new("loop"), &limits).unwrap().failure.unwrap();
        assert_eq!(
            (failure.kind, failure.message.as_str()),
            (ErrorKind::Timeout, "time limit of 100 ms reached")
        );
    }
    let status = pool.status();
    assert_eq!((status.lost, status.busy), (0, 0), "no worker was lost on the way");
}

fn what_cannot_run_is_refused_alike() {
    let (pool, sandbox) = (WorkerPool::start(parts::config(parts::WORKER, 1)).unwrap(), sandbox());
    let told = |runner: &dyn Runner, program: &Program, limits: &Limits| -> String {
        let error: SandboxError = runner.run(program, limits).unwrap_err();
        error.to_string()
    };
    let small = Limits { source_bytes: 3, ..limits() };
    let none = Limits { fuel: 0, ..limits() };
    for (limits, expected) in [
        (small, "source text of 4 bytes is larger than the limit of 3 bytes"),
        (none, "limit out of range: fuel is 0; it must be between 1000000 and 10000000000000"),
    ] {
        assert_eq!(told(&pool, &Program::new("echo"), &limits), expected);
        assert_eq!(told(&sandbox, &Program::new("echo"), &limits), expected);
    }
    let inputs = Some(format!("{{\"x\": \"{}\"}}", "x".repeat(80 << 20)));
    assert_eq!(
        told(&pool, &Program { inputs, ..Program::new("echo") }, &limits()),
        "inputs are not valid: with them the request has 83886134 of at most 75497472 bytes"
    );
    assert_eq!(outcome(&pool, "echo").result.as_deref(), Some("echo"));
}
