//! The whole sandbox: generated programs in the real image, under limits of milliseconds.
//!
//! Any answer is right, as long as it is one: within its limits, the same when it is asked for
//! again, and without consequences for the next run.
#![no_main]

use std::{
    env,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use jupan_fuzz::{answer, feedback, python};
use jupan_sandbox::{ErrorKind, Limits, Outcome, Program, Runner, Sandbox, SandboxConfig};
use libfuzzer_sys::fuzz_target;

/// Tight, so that a run takes milliseconds whatever the program does.
const LIMITS: Limits = Limits {
    wall: Duration::from_millis(250),
    fuel: 100_000_000,
    memory_bytes: Limits::MIN_MEMORY_BYTES,
    output_bytes: Limits::MIN_OUTPUT_BYTES,
    source_bytes: 64 << 10,
    files_bytes: 1 << 20,
    returned_bytes: 1 << 20,
};

/// How long after its wall-clock limit a run may still take on a machine that is busy.
const GRACE: Duration = Duration::from_secs(30);

/// After the first program and then every so many, the sandbox is asked for what must still be so.
const CHECK_EVERY: u64 = 16;

/// What a program takes its interpreter apart with: built-in names taken away, code objects made
/// by hand, an end by force. That it crashes is its own doing, and costs it its own run.
const OWN_DOING: &[&str] = &[
    "__builtins__",
    "__code__",
    "abort",
    "builtins",
    "CodeType",
    "faulthandler",
    "gi_code",
    "marshal",
    "sys.modules",
];

/// Crashes of the interpreter that are known: what its panic says.
const KNOWN_CRASHES: &[&str] = &[
    // Text for `compile`, `exec` or `eval` that ends within a string, with a character of several
    // bytes. The guest keeps programs themselves from it.
    "is not a char boundary",
];

static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| {
    let image = env::var_os("JUPAN_FUZZ_IMAGE").unwrap_or_else(|| "target/image/python".into());
    let config = SandboxConfig { max_concurrent_runs: 1, max_memory_bytes: LIMITS.memory_bytes };
    Sandbox::load(image.as_ref(), &config)
        .unwrap_or_else(|error| panic!("no image: {error}; `cargo xtask image` builds it"))
});

/// Whether every program and its outcome are printed, for whoever looks into one.
static SHOW: LazyLock<bool> = LazyLock::new(|| env::var_os("JUPAN_FUZZ_SHOW").is_some());

static RUNS: AtomicU64 = AtomicU64::new(0);

fuzz_target!(|bytes: &[u8]| {
    let program = Program { seed: Some(1), ..Program::new(python::program(bytes)) };
    let outcome = run(&program);
    feedback::cover(&outcome);
    if *SHOW {
        eprintln!("{}\n{outcome:?}", shown(&program));
    }
    if RUNS.fetch_add(1, Ordering::Relaxed).is_multiple_of(CHECK_EVERY) {
        if !python::is_text(bytes) {
            repeats(&program, &outcome);
        }
        still_works();
    }
    let _ = answer::checked(&program, &LIMITS, outcome);
});

/// Runs `program` and looks at what every outcome has to keep to.
fn run(program: &Program) -> Outcome {
    let start = Instant::now();
    let outcome = SANDBOX.run(program, &LIMITS).unwrap_or_else(|error| {
        panic!("the run did not take place: {error}\n{}", shown(program));
    });
    let elapsed = start.elapsed();
    let at_fault = if elapsed > LIMITS.wall + GRACE {
        Some(format!("took {elapsed:?}"))
    } else if outcome.usage.fuel > LIMITS.fuel {
        Some(format!("burnt {} instructions", outcome.usage.fuel))
    } else if outcome.usage.memory_peak_bytes > LIMITS.memory_bytes {
        Some(format!("took {} bytes of memory", outcome.usage.memory_peak_bytes))
    } else if let Some(crash) = crash(&outcome)
        && !OWN_DOING.iter().any(|means| program.code.contains(means))
        && !KNOWN_CRASHES.iter().any(|known| crash.contains(known))
    {
        Some(format!("crashed in a way that is not known: {crash}"))
    } else {
        None
    };
    match at_fault {
        None => outcome,
        Some(fault) => panic!("a run {fault}\n{}", shown(program)),
    }
}

fn crash(outcome: &Outcome) -> Option<&str> {
    let failure = outcome.failure.as_ref()?;
    (failure.kind == ErrorKind::Crash).then_some(failure.message.as_str())
}

/// The same program with the same seed has the same outcome, whatever ran in between. Generated
/// programs do not look at the clock.
fn repeats(program: &Program, first: &Outcome) {
    let second = run(program);
    let by_the_clock = |outcome: &Outcome| {
        outcome.failure.as_ref().is_some_and(|failure| failure.kind == ErrorKind::Timeout)
    };
    if by_the_clock(first) || by_the_clock(&second) {
        return;
    }
    let mut expected = first.clone();
    expected.usage.wall = second.usage.wall;
    assert_eq!(second, expected, "a program had two outcomes\n{}", shown(program));
}

fn still_works() {
    let outcome = run(&Program::new("print(6 * 7)"));
    assert_eq!((outcome.stdout.to_text().as_str(), outcome.failure), ("42\n", None));
}

fn shown(program: &Program) -> String {
    format!("--- the program ---\n{}\n---", program.code)
}
