//! Bounds that no program of its own accord comes near.

use std::{
    thread,
    time::{Duration, Instant},
};

use jupan_sandbox::{
    ErrorKind, ImageInfo, Limits, Program, Runner as _, Sandbox, SandboxConfig, SandboxError,
};

use crate::guests::{DONE, failure, module, run};

const EXIT: &str = r#"(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#;

/// A guest that does one `operation` on 250 MB and exits is cut off within it by the clock.
fn assert_cut(operation: &str) {
    let items = format!(
        r#"(import "wasi_snapshot_preview1" "random_get"
            (func $random (param i32 i32) (result i32))) {EXIT}"#
    );
    let body = format!(
        "(drop (memory.grow (i32.const 4000))) {operation} (call $exit (i32.const 7)) (unreachable)"
    );
    let timed = |wall| {
        let start = Instant::now();
        let limits = Limits { wall: Duration::from_millis(wall), ..Limits::default() };
        (failure(&items, &body, &limits), start.elapsed())
    };
    let (whole, whole_time) = timed(60_000);
    assert_eq!(whole, (ErrorKind::Exit, "exit status 7".to_owned()));
    let (cut, cut_time) = timed(1);
    assert_eq!(cut, (ErrorKind::Timeout, "time limit of 1 ms reached".to_owned()));
    assert!(cut_time < whole_time / 2, "{cut_time:?} of {whole_time:?}");
}

#[test]
fn one_call_for_random_bytes_ends_at_the_deadline() {
    assert_cut("(drop (call $random (i32.const 131072) (i32.const 250000000)))");
}

#[test]
fn copying_and_filling_memory_ends_at_the_deadline() {
    // In both directions.
    assert_cut("(memory.copy (i32.const 131072) (i32.const 65536) (i32.const 250000000))");
    assert_cut("(memory.copy (i32.const 65536) (i32.const 131072) (i32.const 250000000))");
    assert_cut("(memory.fill (i32.const 131072) (i32.const 1) (i32.const 250000000))");
}

#[test]
fn one_call_waits_for_a_bounded_number_of_things() {
    const INVAL: u32 = 28;
    let poll = r#"(import "wasi_snapshot_preview1" "poll_oneoff"
        (func $poll (param i32 i32 i32 i32) (result i32)))"#;
    // All of them are clocks that have no such number, so that none is waited for.
    let answer = |count: i32| {
        let body = format!(
            "(i32.store (i32.const 65552) (i32.const 9))
             (call $exit (i32.add (i32.const 100) (call $poll
                (i32.const 65536) (i32.const 131072) (i32.const {count}) (i32.const 80000))))
             (unreachable)"
        );
        failure(&format!("{poll} {EXIT}"), &body, &Limits::default()).1
    };
    assert_eq!(answer(64), "exit status 100");
    assert_eq!(answer(65), format!("exit status {}", 100 + INVAL));
    assert_eq!(answer(0), format!("exit status {}", 100 + INVAL));
}

#[test]
fn a_table_grows_no_further_than_its_bound() {
    // What the table had before, or -1.
    let grown_by = |elements: i32| {
        let items = format!("{EXIT} (table $t 1 funcref)");
        let body = format!(
            "(call $exit (i32.add (i32.const 100)
                (table.grow $t (ref.null func) (i32.const {elements}))))
             (unreachable)"
        );
        failure(&items, &body, &Limits::default()).1
    };
    assert_eq!(grown_by(99_999), "exit status 101");
    assert_eq!(grown_by(100_000), "exit status 99");
}

#[test]
fn a_crash_is_told_in_so_many_bytes() {
    let note = r#"(func (export "jupan_crash_note") (result i64)
        (memory.fill (i32.const 65536) (i32.const 120) (i32.const 2000))
        (i64.const 0x00010000000007d0))"#;
    assert_eq!(
        failure(note, "(unreachable)", &Limits::default()),
        (
            ErrorKind::Crash,
            format!("the Python interpreter failed on this program: {}", "x".repeat(1024))
        )
    );
}

fn small_sandbox(config: &SandboxConfig, body: &str) -> Sandbox {
    let info = ImageInfo {
        name: "small".to_owned(),
        version: "1".to_owned(),
        python_version: "none".to_owned(),
        ..ImageInfo::default()
    };
    Sandbox::compile(&wat::parse_str(module("", body)).unwrap(), info, config).unwrap()
}

#[test]
fn more_memory_than_there_is_room_for_is_refused() {
    let room = 128 << 20;
    let config = SandboxConfig { max_concurrent_runs: 1, max_memory_bytes: room };
    let sandbox = small_sandbox(&config, DONE);
    let limits = |memory_bytes| Limits { memory_bytes, ..Limits::default() };
    assert_eq!(run(&sandbox, &limits(room)).failure, None);
    assert_eq!(
        sandbox.run(&Program::new("x"), &limits(room + 1)).unwrap_err().to_string(),
        "limit out of range: memory_bytes is 134217729; it must be between 67108864 and 134217728"
    );
}

#[test]
fn one_run_more_than_there_is_room_for_is_refused() {
    const WALL: Duration = Duration::from_millis(200);
    let config = SandboxConfig { max_concurrent_runs: 1, ..SandboxConfig::default() };
    let sandbox = small_sandbox(&config, "(loop $again (br $again)) (unreachable)");
    let limits = Limits { wall: WALL, fuel: Limits::MAX_FUEL, ..Limits::default() };
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..3 {
            // Each asks until it has had its run.
            scope.spawn(|| {
                loop {
                    match sandbox.run(&Program::new("x"), &limits) {
                        Err(SandboxError::Engine(_)) => thread::yield_now(),
                        other => {
                            let failure = other.unwrap().failure.unwrap();
                            break assert_eq!(failure.kind, ErrorKind::Timeout);
                        }
                    }
                }
            });
        }
    });
    assert!(start.elapsed() >= 3 * WALL, "three runs of {WALL:?} took {:?}", start.elapsed());
}
