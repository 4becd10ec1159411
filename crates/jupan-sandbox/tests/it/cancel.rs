use std::{
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use jupan_sandbox::{CancelToken, Limits, Program, RunStatus, Runner as _, SandboxError};

use crate::guests::{DONE, run, sandbox};

/// Does not end by itself.
const LOOPS: &str = "(loop $again (br $again)) (unreachable)";

const POLL: &str = r#"(import "wasi_snapshot_preview1" "poll_oneoff"
    (func $poll (param i32 i32 i32 i32) (result i32)))"#;

/// Sleeps for about a century.
const SLEEPS: &str = "(i32.store (i32.const 65552) (i32.const 1))
    (i64.store (i32.const 65560) (i64.const 0x4000000000000000))
    (drop (call $poll (i32.const 65536) (i32.const 70000) (i32.const 1) (i32.const 80000)))
    (unreachable)";

/// Runs the guest for at most a minute, and gives the run up from another thread.
fn given_up(items: &str, body: &str) -> (String, Duration) {
    let sandbox = sandbox(items, body);
    let limits = Limits { wall: Limits::MAX_WALL, fuel: Limits::MAX_FUEL, ..Limits::default() };
    let token = CancelToken::new();
    let (started, is_up) = mpsc::channel();
    let running = thread::spawn({
        let token = token.clone();
        move || {
            started.send(()).unwrap();
            sandbox.run_unless(&Program::new("x"), &limits, &token)
        }
    });
    is_up.recv().unwrap();
    let start = Instant::now();
    token.cancel();
    (running.join().unwrap().unwrap_err().to_string(), start.elapsed())
}

#[test]
fn a_run_that_is_given_up_ends_wherever_it_is() {
    for (items, body) in [("", LOOPS), (POLL, SLEEPS)] {
        let (error, took) = given_up(items, body);
        assert_eq!(error, "the run was cancelled");
        assert!(took < Duration::from_secs(10), "{took:?}");
    }
}

#[test]
fn a_run_that_is_given_up_beforehand_does_not_go_on() {
    let sandbox = sandbox("", LOOPS);
    let token = CancelToken::new();
    token.cancel();
    let ended = sandbox.run_unless(&Program::new("x"), &Limits::default(), &token);
    assert!(matches!(ended, Err(SandboxError::Cancelled)), "{ended:?}");
}

#[test]
fn the_sandbox_and_its_other_runs_go_on() {
    let sandbox = sandbox("", DONE);
    let token = CancelToken::new();
    let kept = sandbox.run_unless(&Program::new("x"), &Limits::default(), &token);
    assert_eq!(kept.unwrap().status(), RunStatus::Ok);
    token.cancel();
    assert_eq!(run(&sandbox, &Limits::default()).status(), RunStatus::Ok);
}
