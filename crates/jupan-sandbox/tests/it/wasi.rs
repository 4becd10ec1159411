use jupan_sandbox::{ErrorKind, Limits, Program, Runner as _};

use crate::guests::{run, sandbox};

const BADF: u32 = 8;

/// What a call gives, handed out as exit status.
fn answer(import: &str, params: &str, call: &str) -> u32 {
    let items = format!(
        r#"(import "wasi_snapshot_preview1" "{import}" (func $f (param {params}) (result i32)))
           (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#
    );
    let body = format!("(call $exit (call $f {call})) (unreachable)");
    let outcome = run(&sandbox(&items, &body), &Limits::default());
    match outcome.failure {
        None => 0,
        Some(failure) => {
            assert_eq!((failure.kind, &*failure.type_name), (ErrorKind::Exit, "SystemExit"));
            failure.message.strip_prefix("exit status ").unwrap().parse().unwrap()
        }
    }
}

#[test]
fn there_are_no_arguments_and_no_environment() {
    for list in ["args_sizes_get", "environ_sizes_get"] {
        let items = format!(
            r#"(import "wasi_snapshot_preview1" "{list}" (func $f (param i32 i32) (result i32)))
               (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#
        );
        let body = "(i64.store (i32.const 70000) (i64.const -1))
            (drop (call $f (i32.const 70000) (i32.const 70004)))
            (call $exit (i32.add (i32.load (i32.const 70000)) (i32.load (i32.const 70004))))
            (unreachable)";
        assert_eq!(run(&sandbox(&items, body), &Limits::default()).failure, None, "{list}");
    }
}

#[test]
fn stdin_is_empty_and_a_closed_stream_is_gone() {
    let params = "i32 i32 i32 i32";
    let call = |fd| format!("(i32.const {fd}) (i32.const 70000) (i32.const 0) (i32.const 70000)");
    assert_eq!(answer("fd_read", params, &call(0)), 0);
    assert_eq!(answer("fd_read", params, &call(1)), BADF);
    let items = r#"(import "wasi_snapshot_preview1" "fd_close" (func $close (param i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_write"
            (func $write (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#;
    let body = "(drop (call $close (i32.const 1)))
        (call $exit (call $write (i32.const 1) (i32.const 0) (i32.const 0) (i32.const 70000)))
        (unreachable)";
    let failure = run(&sandbox(items, body), &Limits::default()).failure.unwrap();
    assert_eq!(failure.message, "exit status 8");
}

#[test]
fn exit_statuses_are_told() {
    let items = r#"(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#;
    let exit = |status: i32| {
        let body = format!("(call $exit (i32.const {status})) (unreachable)");
        run(&sandbox(items, &body), &Limits::default()).failure
    };
    assert_eq!(exit(0), None);
    assert_eq!(exit(3).unwrap().message, "exit status 3");
    assert_eq!(exit(-1).unwrap().message, "exit status 4294967295");
}

#[test]
fn random_bytes_follow_from_the_seed() {
    // Puts 8 random bytes where the report says how long its value is, so the value is them.
    let items = r#"(import "wasi_snapshot_preview1" "random_get"
            (func $random (param i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#;
    let body = "(drop (call $random (i32.const 70000) (i32.const 4)))
        (call $exit (i32.load (i32.const 70000))) (unreachable)";
    let sandbox = sandbox(items, body);
    let random = |seed| {
        let program = Program { seed, ..Program::new("x") };
        sandbox.run(&program, &Limits::default()).unwrap().failure.unwrap().message
    };
    assert_eq!(random(Some(1)), random(Some(1)));
    assert_ne!(random(Some(1)), random(Some(2)));
    assert_ne!(random(None), random(None));
}

#[test]
fn a_guest_can_wait_for_its_own_clock() {
    let items = r#"(import "wasi_snapshot_preview1" "poll_oneoff"
            (func $poll (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#;
    // One subscription, user data 5, to the monotonic clock in 1 ms: one event, with user data.
    let body = "(i64.store (i32.const 65536) (i64.const 5))
        (i32.store (i32.const 65552) (i32.const 1))
        (i64.store (i32.const 65560) (i64.const 1000000))
        (drop (call $poll (i32.const 65536) (i32.const 70000) (i32.const 1) (i32.const 80000)))
        (call $exit (i32.add (i32.mul (i32.load (i32.const 80000)) (i32.const 10))
                             (i32.load (i32.const 70000))))
        (unreachable)";
    let failure = run(&sandbox(items, body), &Limits::default()).failure.unwrap();
    assert_eq!(failure.message, "exit status 15");
}
