use jupan_sandbox::{ErrorKind, Limits, RunStatus};

use crate::guests::{failure, run, sandbox};

const WRITE: &str = r#"(import "wasi_snapshot_preview1" "fd_write"
    (func $write (param i32 i32 i32 i32) (result i32)))"#;

fn crash(body: &str) -> String {
    let (kind, message) = failure("", body, &Limits::default());
    assert_eq!(kind, ErrorKind::Crash);
    message
}

#[test]
fn a_report_outside_the_memory_is_a_crash() {
    let message = "the interpreter's report lies outside its memory";
    assert_eq!(crash("(i64.const -1)"), message);
    assert_eq!(crash("(i64.const 0x00000000ffffffff)"), message);
    assert_eq!(crash("(i64.const 0x0003ffff00000002)"), message);
}

#[test]
fn a_report_that_is_too_large_is_a_crash() {
    // 2 MiB, all within the memory.
    let body = "(drop (memory.grow (i32.const 60))) (i64.const 0x0000000000200000)";
    assert_eq!(
        crash(body),
        "the interpreter's report is unreadable: \
         report of 2097152 bytes is larger than 1048576 bytes"
    );
}

#[test]
fn a_report_that_means_nothing_is_a_crash() {
    assert_eq!(
        crash("(i64.const 0x0000000000000003)"),
        "the interpreter's report is unreadable: report is not valid: bytes follow the report"
    );
    // An exception whose type would be longer than the report.
    let body =
        "(i32.store (i32.const 65536) (i32.const 0x00007f02)) (i64.const 0x0001000000000004)";
    assert_eq!(
        crash(body),
        "the interpreter's report is unreadable: \
         report is not valid: Hit the end of buffer, expected more data"
    );
}

#[test]
fn a_request_has_no_room_outside_the_memory() {
    let wat = r#"(module
        (memory (export "memory") 1)
        (func (export "jupan_abi_version") (result i32) (i32.const 3))
        (func (export "jupan_alloc") (param i32) (result i32) (i32.const 0x7fffffff))
        (func (export "jupan_execute") (param i32 i32) (result i64) (i64.const 0)))"#;
    let sandbox = crate::guests::try_sandbox(wat).unwrap();
    let error =
        jupan_sandbox::Runner::run(&sandbox, &jupan_sandbox::Program::new("x"), &Limits::default());
    assert_eq!(
        error.unwrap_err().to_string(),
        "the sandbox failed: the guest has no room for the request"
    );
}

/// The answer of one `fd_write` with the given vector of one piece.
fn write_answer(fd: i32, piece: (i32, i32), vector: i32, count: i32, written: i32) -> u32 {
    let (at, len) = piece;
    let body = format!(
        "(i32.store (i32.const 65536) (i32.const {at}))
         (i32.store (i32.const 65540) (i32.const {len}))
         (call $exit (call $write
            (i32.const {fd}) (i32.const {vector}) (i32.const {count}) (i32.const {written})))
         (unreachable)"
    );
    let exit = r#"(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#;
    let outcome = run(&sandbox(&format!("{WRITE} {exit}"), &body), &Limits::default());
    match outcome.failure {
        None => 0,
        Some(failure) => {
            assert_eq!(failure.kind, ErrorKind::Exit);
            failure.message.strip_prefix("exit status ").unwrap().parse().unwrap()
        }
    }
}

#[test]
fn addresses_outside_the_memory_are_faults() {
    const BADF: u32 = 8;
    const FAULT: u32 = 21;
    const INVAL: u32 = 28;
    assert_eq!(write_answer(1, (1024, 1), 65536, 1, 80000), 0);
    assert_eq!(write_answer(1, (-1, 1), 65536, 1, 80000), FAULT);
    assert_eq!(write_answer(1, (1024, -1), 65536, 1, 80000), FAULT);
    assert_eq!(write_answer(1, (1024, 1), -4, 1, 80000), FAULT);
    assert_eq!(write_answer(1, (1024, 1), 65536, 1, -2), FAULT);
    assert_eq!(write_answer(1, (1024, 1), 65536, 1025, 80000), INVAL);
    assert_eq!(write_answer(1, (1024, 1), 65536, -1, 80000), INVAL);
    assert_eq!(write_answer(0, (1024, 1), 65536, 1, 80000), BADF);
    assert_eq!(write_answer(3, (1024, 1), 65536, 1, 80000), BADF);
    assert_eq!(write_answer(-1, (1024, 1), 65536, 1, 80000), BADF);
}

#[test]
fn a_thousand_pieces_of_the_whole_memory_are_bounded() {
    // 1024 times the same 64 KiB: 64 MiB in one call, against a flood limit of 4 MiB.
    let body = "(local $i i32)
        (loop $again
            (i32.store offset=131072 (local.get $i) (i32.const 65536))
            (i32.store offset=131076 (local.get $i) (i32.const 65536))
            (local.set $i (i32.add (local.get $i) (i32.const 8)))
            (br_if $again (i32.lt_u (local.get $i) (i32.const 8192))))
        (drop (call $write (i32.const 1) (i32.const 131072) (i32.const 1024) (i32.const 0)))
        (unreachable)";
    let outcome = run(&sandbox(WRITE, body), &Limits::default());
    assert_eq!(outcome.failure.as_ref().unwrap().kind, ErrorKind::Output);
    assert_eq!(outcome.stdout.head.len() + outcome.stdout.tail.len(), 65536);
}

#[test]
fn random_bytes_for_all_of_the_memory_end_at_the_deadline() {
    let random = r#"(import "wasi_snapshot_preview1" "random_get"
        (func $random (param i32 i32) (result i32)))"#;
    let body = "(drop (memory.grow (i32.const 4000)))
        (loop $again
            (drop (call $random (i32.const 131072) (i32.const 200000000)))
            (br $again))
        (unreachable)";
    let limits = Limits { wall: std::time::Duration::from_millis(50), ..Limits::default() };
    let outcome = run(&sandbox(random, body), &limits);
    assert_eq!(outcome.status(), RunStatus::Limit);
    assert_eq!(outcome.failure.unwrap().kind, ErrorKind::Timeout);
    assert!(
        outcome.usage.wall < std::time::Duration::from_secs(5),
        "50 ms took {:?}",
        outcome.usage.wall
    );
}
