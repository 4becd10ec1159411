use jupan_sandbox::{
    ErrorKind, GuestSource, ImageInfo, Limits, Outcome, Program, Runner as _, Sandbox,
    SandboxConfig,
};

use crate::guests::{DONE, module};

/// A report that the program imports the package `p`, at 100.
const IMPORTS_P: (&str, &str) =
    (r#"(data (i32.const 100) "\05\01\01p")"#, "(i64.const 0x6400000004)");
/// The same for `q`.
const IMPORTS_Q: (&str, &str) =
    (r#"(data (i32.const 100) "\05\01\01q")"#, "(i64.const 0x6400000004)");
const COMPLETES: (&str, &str) = ("", DONE);

/// Pages of 64 KiB that a guest of [`module`] has.
const START: u64 = 4 << 16;

/// Runs a program in the guest `first`, beside `second` which has the package `p` and `extra`
/// bytes more at its start.
fn run(first: (&str, &str), second: (&str, &str), extra: u64, limits: &Limits) -> Outcome {
    let wasm = |(items, body): (&str, &str)| wat::parse_str(module(items, body)).unwrap();
    let info = |name: &str, packages: &[&str], memory_bytes| ImageInfo {
        name: name.to_owned(),
        version: "1".to_owned(),
        python_version: "none".to_owned(),
        packages: packages.iter().map(|&package| package.to_owned()).collect(),
        memory_bytes,
        ..ImageInfo::default()
    };
    let (first, second) = (wasm(first), wasm(second));
    let sandbox = Sandbox::with_others(
        GuestSource::Wasm { wasm: &first, info: info("first", &[], START) },
        vec![GuestSource::Wasm { wasm: &second, info: info("second", &["p"], START + extra) }],
        &SandboxConfig { max_concurrent_runs: 1, ..SandboxConfig::default() },
    )
    .unwrap();
    let outcome = sandbox.run(&Program::new("import p"), limits).unwrap();
    // The room for one run at a time is free again.
    sandbox.run(&Program::new("import p"), limits).unwrap();
    outcome
}

fn failure(outcome: Outcome) -> (usize, ErrorKind, String) {
    let failure = outcome.failure.unwrap();
    (outcome.image, failure.kind, failure.message)
}

#[test]
fn a_program_is_handed_on_to_the_image_that_has_its_package() {
    let outcome = run(IMPORTS_P, COMPLETES, 0, &Limits::default());
    assert_eq!((outcome.image, outcome.failure), (1, None));
    let outcome = run(COMPLETES, IMPORTS_P, 0, &Limits::default());
    assert_eq!((outcome.image, outcome.failure), (0, None));
}

#[test]
fn a_guest_cannot_send_a_program_round() {
    let nowhere = "the interpreter asked for an image that there is not".to_owned();
    let limits = Limits::default();
    assert_eq!(
        failure(run(IMPORTS_Q, COMPLETES, 0, &limits)),
        (0, ErrorKind::Crash, nowhere.clone())
    );
    assert_eq!(failure(run(IMPORTS_P, IMPORTS_P, 0, &limits)), (1, ErrorKind::Crash, nowhere));
}

#[test]
fn the_limits_hold_for_both_turns_together() {
    let spin = "(local $n i32) (local.set $n (i32.const 100000))
        (loop $on (br_if $on (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))";
    let spins = |(items, body): (&'static str, &str)| (items, format!("{spin} {body}"));
    let (first, second) = (spins(IMPORTS_P), spins(COMPLETES));
    let (first, second) = ((first.0, first.1.as_str()), (second.0, second.1.as_str()));
    let both = run(first, second, 0, &Limits::default());
    let one = run(COMPLETES, second, 0, &Limits::default());
    let alone = run(first, COMPLETES, 0, &Limits::default()).usage.fuel;
    assert_eq!(one.image, 0);
    assert!(both.usage.fuel > alone, "{} {alone}", both.usage.fuel);

    let forever = ("", "(loop $on (br $on)) (unreachable)");
    let limits = Limits { fuel: 3_000_000, ..Limits::default() };
    let outcome = run(first, forever, 0, &limits);
    assert_eq!(outcome.usage.fuel, 3_000_000);
    assert_eq!(
        failure(outcome),
        (
            1,
            ErrorKind::Fuel,
            "instruction limit reached: 3000000 instructions used, the computing part of the time \
             limit"
                .to_owned()
        )
    );
}

#[test]
fn what_an_image_takes_more_at_its_start_is_granted_on_top() {
    // 64 MiB are the least limit; one page more is asked for.
    let grow = "(if (i32.eq (memory.grow (i32.const 1021)) (i32.const -1)) (then unreachable))";
    let (items, done) = COMPLETES;
    let body = format!("{grow} {done}");
    let limits = Limits { memory_bytes: Limits::MIN_MEMORY_BYTES, ..Limits::default() };
    let outcome = run(IMPORTS_P, (items, &body), 1 << 16, &limits);
    assert_eq!((outcome.image, outcome.failure), (1, None));
    assert_eq!(outcome.usage.memory_peak_bytes, Limits::MIN_MEMORY_BYTES + (1 << 16));
    let outcome = run(IMPORTS_P, (items, &body), 0, &limits);
    assert_eq!(failure(outcome).1, ErrorKind::Memory);
}
