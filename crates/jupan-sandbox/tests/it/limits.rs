use std::time::{Duration, Instant};

use jupan_sandbox::{
    BusyLoop, ErrorKind, LimitError, Limits, Program, RunStatus, Runner as _, SandboxError, Usage,
};

use crate::guests::{DONE, failure, run, sandbox};

const SPIN: &str = "(loop $again (br $again)) (unreachable)";

const WRITE: &str = r#"(import "wasi_snapshot_preview1" "fd_write"
    (func $write (param i32 i32 i32 i32) (result i32)))"#;

const POLL: &str = r#"(import "wasi_snapshot_preview1" "poll_oneoff"
    (func $poll (param i32 i32 i32 i32) (result i32)))"#;

#[test]
fn a_guest_that_reports_completes() {
    let outcome = run(&sandbox("", DONE), &Limits::default());
    assert_eq!(outcome.status(), RunStatus::Ok);
    assert_eq!(outcome.failure, None);
    assert_eq!(outcome.usage.memory_peak_bytes, 4 * 65536);
}

#[test]
fn a_spinning_guest_runs_out_of_fuel() {
    let limits = Limits { fuel: 2_000_000, ..Limits::default() };
    assert_eq!(
        failure("", SPIN, &limits),
        (
            ErrorKind::Fuel,
            "instruction limit reached: 2000000 instructions used, \
             the computing part of the time limit"
                .to_owned()
        )
    );
}

#[test]
fn a_spinning_guest_with_fuel_to_spare_runs_out_of_time() {
    let limits =
        Limits { fuel: Limits::MAX_FUEL, wall: Duration::from_millis(30), ..Limits::default() };
    assert_eq!(
        failure("", SPIN, &limits),
        (ErrorKind::Timeout, "time limit of 30 ms reached".to_owned())
    );
}

#[test]
fn a_sleeping_guest_ends_at_its_deadline() {
    // A subscription to the monotonic clock, in 2^62 nanoseconds: about a century.
    let body = "(i32.store (i32.const 65552) (i32.const 1))
        (i64.store (i32.const 65560) (i64.const 0x4000000000000000))
        (drop (call $poll (i32.const 65536) (i32.const 70000) (i32.const 1) (i32.const 80000)))
        (unreachable)";
    let limits = Limits { wall: Duration::from_millis(30), ..Limits::default() };
    let start = Instant::now();
    assert_eq!(
        failure(POLL, body, &limits),
        (ErrorKind::Timeout, "time limit of 30 ms reached".to_owned())
    );
    assert!(start.elapsed() >= Duration::from_millis(30));
}

#[test]
fn growth_beyond_the_limit_is_refused_and_named() {
    let limits = Limits { memory_bytes: Limits::MIN_MEMORY_BYTES, ..Limits::default() };
    let body = "(drop (memory.grow (i32.const 1020)))
        (if (i32.eq (memory.grow (i32.const 1)) (i32.const -1)) (then (unreachable)))
        (i64.const 2)";
    assert_eq!(
        failure("", body, &limits),
        (
            ErrorKind::Memory,
            "memory limit of 67108864 bytes reached: 67108864 bytes were in use; \
             the program asked for 67174400 bytes"
                .to_owned()
        )
    );
}

#[test]
fn endless_recursion_is_a_stack_failure() {
    let items = "(func $down (call $down) (call $down))";
    let body = "(call $down) (i64.const 2)";
    assert_eq!(
        failure(items, body, &Limits::default()),
        (ErrorKind::Stack, "stack limit reached: the program recursed too deep".to_owned())
    );
}

#[test]
fn a_trap_is_a_crash() {
    assert_eq!(
        failure("", "(unreachable)", &Limits::default()),
        (
            ErrorKind::Crash,
            "the Python interpreter failed on this program: \
             wasm trap: wasm `unreachable` instruction executed"
                .to_owned()
        )
    );
}

#[test]
fn head_and_tail_of_the_output_are_kept() {
    // 100 pieces of 64 bytes from the request's place on: 6400 bytes, of which 1024 are kept.
    let body = "(local $i i32)
        (i32.store (i32.const 65536) (i32.const 70000))
        (i32.store (i32.const 65540) (i32.const 64))
        (loop $again
            (memory.fill (i32.const 70000) (i32.add (local.get $i) (i32.const 32)) (i32.const 64))
            (drop (call $write (i32.const 1) (i32.const 65536) (i32.const 1) (i32.const 80000)))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $again (i32.lt_u (local.get $i) (i32.const 100))))
        (i64.const 2)";
    let limits = Limits { output_bytes: Limits::MIN_OUTPUT_BYTES, ..Limits::default() };
    let outcome = run(&sandbox(WRITE, body), &limits);
    let piece = |n: u8| [32 + n; 64];
    assert_eq!(outcome.failure, None);
    assert_eq!(outcome.stdout.head, (0..8).flat_map(piece).collect::<Vec<u8>>());
    assert_eq!(outcome.stdout.tail, (92..100).flat_map(piece).collect::<Vec<u8>>());
    assert_eq!(outcome.stdout.left_out, 6400 - 1024);
    assert_eq!(outcome.stderr, jupan_sandbox::Captured::default());
}

#[test]
fn a_flood_of_output_ends_the_run() {
    let body = "(i32.store (i32.const 65536) (i32.const 1024))
        (i32.store (i32.const 65540) (i32.const 1000))
        (loop $again
            (drop (call $write (i32.const 2) (i32.const 65536) (i32.const 1) (i32.const 80000)))
            (br $again))
        (unreachable)";
    let limits = Limits { output_bytes: Limits::MIN_OUTPUT_BYTES, ..Limits::default() };
    let outcome = run(&sandbox(WRITE, body), &limits);
    let failure = outcome.failure.unwrap();
    assert_eq!(
        (failure.kind, failure.message.as_str()),
        (
            ErrorKind::Output,
            "output limit reached: more than 65536 bytes were written to stderr, \
             of which 1024 are kept"
        )
    );
    assert_eq!(outcome.stderr.head.len() + outcome.stderr.tail.len(), 1024);
    assert_eq!(outcome.stderr.left_out, 66_000 - 1024);
}

#[test]
fn the_same_guest_burns_the_same_fuel() {
    let body = "(local $i i32)
        (loop $again
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $again (i32.lt_u (local.get $i) (i32.const 1000))))
        (i64.const 2)";
    let sandbox = sandbox("", body);
    let fuel = || run(&sandbox, &Limits::default()).usage.fuel;
    let first = fuel();
    assert!(first > 1000, "a loop of 1000 rounds burns more than {first}");
    assert_eq!(fuel(), first);
}

#[test]
fn a_limit_out_of_range_starts_nothing() {
    let sandbox = sandbox("", DONE);
    let limits = Limits { wall: Duration::ZERO, ..Limits::default() };
    let Err(SandboxError::Limit(error)) = sandbox.run(&Program::new("x"), &limits) else {
        panic!("a wall clock of 0 was accepted");
    };
    assert_eq!(error, LimitError { field: "wall_ms", value: 0, min: 1, max: 600_000 });

    let limits = Limits { source_bytes: 3, ..Limits::default() };
    let error = sandbox.run(&Program::new("four"), &limits).unwrap_err();
    assert_eq!(error.to_string(), "source text of 4 bytes is larger than the limit of 3 bytes");
}

#[test]
fn a_failed_run_leaves_nothing_behind() {
    // Counts in its memory how often it ran, and fails when it is not the first time.
    let body = "(if (i32.load (i32.const 70000)) (then (unreachable)))
        (i32.store (i32.const 70000) (i32.const 1))
        (loop $again (br $again)) (unreachable)";
    let sandbox = sandbox("", body);
    let limits = Limits { fuel: Limits::MIN_FUEL, ..Limits::default() };
    for _ in 0..10 {
        let outcome = run(&sandbox, &limits);
        assert_eq!(outcome.failure.unwrap().kind, ErrorKind::Fuel);
        assert_eq!(
            outcome.usage,
            Usage { fuel: Limits::MIN_FUEL, memory_peak_bytes: 4 * 65536, ..outcome.usage }
        );
    }
}

#[test]
fn a_limit_names_the_line_that_the_guest_says() {
    let items = r#"(func (export "jupan_line") (result i32) (i32.const 17))"#;
    let limits = Limits { fuel: 2_000_000, ..Limits::default() };
    let line = |items: &str, body: &str, limits: &Limits| {
        let failure = run(&sandbox(items, body), limits).failure.unwrap();
        (failure.kind, failure.line)
    };
    assert_eq!(line(items, SPIN, &limits), (ErrorKind::Fuel, Some(17)));
    let limits = Limits { wall: Duration::from_millis(30), ..Limits::default() };
    assert_eq!(line(items, SPIN, &limits), (ErrorKind::Timeout, Some(17)));
    // A guest that cannot say it, will not, or does not come back.
    assert_eq!(line("", SPIN, &limits), (ErrorKind::Timeout, None));
    let without = items.replace("17", "0");
    assert_eq!(line(&without, SPIN, &limits), (ErrorKind::Timeout, None));
    let endless = items.replace("(i32.const 17)", "(loop $l (br $l)) (i32.const 17)");
    assert_eq!(line(&endless, SPIN, &limits), (ErrorKind::Timeout, None));
    let crash = "(unreachable)";
    assert_eq!(line(items, crash, &limits), (ErrorKind::Crash, None));
}

#[test]
fn a_limit_tells_how_often_the_loop_had_run_that_the_guest_says() {
    let items = |line: u64, rounds: u64| {
        format!(
            r#"(func (export "jupan_loop") (result i64) (i64.const {}))"#,
            (line << 32) | rounds
        )
    };
    let limits = Limits { fuel: 2_000_000, ..Limits::default() };
    let busy =
        |items: &str, body: &str| run(&sandbox(items, body), &limits).failure.unwrap().busy_loop;
    assert_eq!(busy(&items(3, 17), SPIN), Some(BusyLoop { line: 3, rounds: 17 }));
    // It is no place of the program, or was not run; the guest does not say; it was no limit.
    assert_eq!(busy(&items(0, 17), SPIN), None);
    assert_eq!(busy(&items(3, 0), SPIN), None);
    assert_eq!(busy("", SPIN), None);
    assert_eq!(busy(&items(3, 17), "(unreachable)"), None);
}
