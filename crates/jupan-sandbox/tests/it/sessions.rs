use std::time::Duration;

use jupan_sandbox::{
    ErrorKind, Kept, Limits, Outcome, Program, RunOptions, Runner as _, Sandbox, SandboxError,
    SessionRun, SessionState, StateHead, StateParts,
};

use crate::guests::{DONE, sandbox};

/// Counts its runs at 70000 and reports the count as the program's result.
const COUNT: &str = "
    (i32.store8 (i32.const 70000) (i32.add (i32.load8_u (i32.const 70000)) (i32.const 1)))
    (i32.store8 (i32.const 203) (i32.add (i32.load8_u (i32.const 70000)) (i32.const 48)))
    (i64.const 0xc800000004)";
/// The start of its report, at 200: the program completed, with a value of one letter.
const REPORT: &str = r#"(data (i32.const 200) "\00\01\01")"#;

/// Bytes of a page that is kept, and what stands for it otherwise.
const PAGE: u64 = 4096 + 4;
/// Bytes of memory that the guests start with.
const START: u64 = 4 << 16;

fn first() -> SessionRun {
    SessionRun { state: None, image: None, max_bytes: SessionState::MAX_BYTES }
}

fn after(state: SessionState) -> SessionRun {
    SessionRun { state: Some(state), ..first() }
}

fn in_session(session: &SessionRun) -> RunOptions<'_> {
    RunOptions { session: Some(session), ..RunOptions::default() }
}

fn run(sandbox: &Sandbox, session: &SessionRun) -> Result<(Outcome, Kept), SandboxError> {
    sandbox.run_with(&Program::new("x"), &Limits::default(), in_session(session))
}

/// A run that leaves a state: its result, and the state.
fn step(sandbox: &Sandbox, session: &SessionRun) -> (Option<String>, SessionState) {
    match run(sandbox, session).unwrap() {
        (outcome, Kept::State(state)) => (outcome.result, state),
        other => panic!("nothing is left: {other:?}"),
    }
}

#[test]
fn a_run_finds_what_the_one_before_it_has_left() {
    let sandbox = sandbox(REPORT, COUNT);
    let (result, one) = step(&sandbox, &first());
    assert_eq!(result.as_deref(), Some("1"));
    let (result, two) = step(&sandbox, &after(one.clone()));
    assert_eq!(result.as_deref(), Some("2"));
    // Neither another session nor a run without one sees anything of it, and a state can be
    // gone on from twice.
    assert_eq!(step(&sandbox, &first()).0.as_deref(), Some("1"));
    let alone = sandbox.run(&Program::new("x"), &Limits::default()).unwrap();
    assert_eq!(alone.result.as_deref(), Some("1"));
    assert_eq!(step(&sandbox, &after(one)).0.as_deref(), Some("2"));
    assert_eq!(step(&sandbox, &after(two)).0.as_deref(), Some("3"));
}

#[test]
fn what_is_left_are_the_pages_that_differ() {
    let sandbox = sandbox(REPORT, COUNT);
    let (_, state) = step(&sandbox, &first());
    let StateParts { head, contents } = state.parts();
    // The one with request and report, and the one with the count.
    assert_eq!(head.pages, [0, 17]);
    assert_eq!((head.image, head.memory_bytes, contents.len()), (0, START, 2 * 4096));
    assert_eq!((contents[203], contents[4096 + 70_000 % 4096]), (b'1', 1));
    assert_eq!((state.bytes(), state.image()), (2 * PAGE, 0));
    // What is written back to what it was does not count.
    let rewrites = "(i32.store8 (i32.const 70000) (i32.const 0))";
    let sandbox = crate::guests::sandbox("", &format!("{rewrites} {DONE}"));
    assert_eq!(step(&sandbox, &first()).1.parts().head.pages, [0]);
}

#[test]
fn memory_that_has_grown_stays() {
    let body = "
        (if (i32.eq (memory.size) (i32.const 4))
          (then (drop (memory.grow (i32.const 2)))
                (i32.store8 (i32.const 390000) (i32.const 53)))
          (else (i32.store8 (i32.const 203) (i32.load8_u (i32.const 390000)))))
        (i64.const 0xc800000004)";
    let sandbox = sandbox(r#"(data (i32.const 200) "\00\01\010")"#, body);
    let (result, state) = step(&sandbox, &first());
    assert_eq!(result.as_deref(), Some("0"));
    let head = &state.parts().head;
    assert_eq!((head.memory_bytes, &*head.pages), (6 << 16, &[0, 95][..]));
    let (outcome, kept) = run(&sandbox, &after(state)).unwrap();
    assert_eq!(outcome.result.as_deref(), Some("5"));
    assert_eq!(outcome.usage.memory_peak_bytes, 6 << 16);
    let Kept::State(state) = kept else { panic!("{kept:?}") };
    assert_eq!(state.parts().head.memory_bytes, 6 << 16);
}

#[test]
fn the_monotonic_clock_goes_on() {
    let sandbox = sandbox("", DONE);
    let (_, state) = step(&sandbox, &first());
    let StateParts { mut head, contents } = state.parts().clone();
    assert!(head.clock > Duration::ZERO);
    let hour = Duration::from_secs(3600);
    head.clock = hour;
    let state =
        SessionState::from_parts(StateParts { head: head.clone(), contents: contents.clone() });
    let (_, state) = step(&sandbox, &after(state));
    let clock = state.parts().head.clock;
    assert!(clock > hour && clock < 2 * hour, "{clock:?}");
    // A clock that was made up does no harm.
    head.clock = Duration::MAX;
    let state = SessionState::from_parts(StateParts { head, contents });
    assert_eq!(step(&sandbox, &after(state)).1.parts().head.clock, Duration::MAX);
}

#[test]
fn a_run_that_is_ended_in_mid_program_leaves_nothing() {
    let imports = r#"(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#;
    for (items, body, kind) in [
        ("", "(loop $again (br $again)) (unreachable)", Some(ErrorKind::Fuel)),
        ("", "(unreachable)", Some(ErrorKind::Crash)),
        ("", "(i64.const 0xffffffff00000001)", Some(ErrorKind::Crash)),
        ("(func $f (call $f))", "(call $f) (unreachable)", Some(ErrorKind::Stack)),
        (imports, "(call $exit (i32.const 0)) (unreachable)", None),
        (imports, "(call $exit (i32.const 3)) (unreachable)", Some(ErrorKind::Exit)),
    ] {
        let limits = Limits { fuel: 100_000_000, ..Limits::default() };
        let (outcome, kept) = sandbox(items, body)
            .run_with(&Program::new("x"), &limits, in_session(&first()))
            .unwrap();
        assert_eq!(outcome.failure.map(|failure| failure.kind), kind, "{body}");
        assert_eq!(kept, Kept::Nothing, "{body}");
    }
}

#[test]
fn a_program_that_failed_leaves_what_it_had() {
    // An exception of the type `E`, without anything else, that is none of the two special ones.
    let report = |is_memory_error| {
        format!(r#"(data (i32.const 200) "\02\01E\00\00\00\0{}\00")"#, u8::from(is_memory_error))
    };
    let body = "(i64.const 0xc800000008)";
    let kept = |report: &str| {
        let (outcome, kept) = run(&sandbox(report, body), &first()).unwrap();
        (outcome.failure.map(|failure| failure.kind), matches!(kept, Kept::State(_)))
    };
    assert_eq!(kept(&report(false)), (Some(ErrorKind::Exception), true));
    assert_eq!(kept(&report(true)), (Some(ErrorKind::Memory), false));
}

#[test]
fn what_is_left_has_a_bound() {
    let sandbox = sandbox(REPORT, COUNT);
    let left = |max_bytes| run(&sandbox, &SessionRun { max_bytes, ..first() }).unwrap().1;
    assert!(matches!(left(2 * PAGE), Kept::State(_)));
    assert_eq!(left(2 * PAGE - 1), Kept::TooLarge { bytes: 2 * PAGE });
    let error = run(&sandbox, &SessionRun { max_bytes: SessionState::MAX_BYTES + 1, ..first() });
    assert_eq!(
        error.unwrap_err().to_string(),
        "the session cannot go on: it may have 268435457 bytes; 268435456 is the most that any \
         may have"
    );
}

/// What is said to a state after `change`.
fn refusal(change: impl FnOnce(&mut StateParts)) -> String {
    let sandbox = sandbox(REPORT, COUNT);
    let mut parts = step(&sandbox, &first()).1.parts().clone();
    change(&mut parts);
    match run(&sandbox, &after(SessionState::from_parts(parts))) {
        Err(error @ SandboxError::State(_)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn hostile_states_are_refused() {
    let cannot = |why: &str| format!("the session cannot go on: {why}");
    assert_eq!(
        refusal(|parts| parts.head.image_id[0] ^= 1),
        cannot("it was left by a run in another image")
    );
    assert_eq!(
        refusal(|parts| parts.head.image = 1),
        cannot("it is for the image at place 1, and there are 1")
    );
    for bytes in [0, START - (1 << 16), START + 1] {
        assert_eq!(
            refusal(|parts| parts.head.memory_bytes = bytes),
            cannot(&format!(
                "its memory has {bytes} bytes; it must have between 262144 and 268435456, in whole \
                 pages of 65536"
            ))
        );
    }
    assert_eq!(
        refusal(|parts| parts.head.pages[1] = 64),
        cannot("its page 64 lies outside its memory, which has 64 pages")
    );
    assert_eq!(
        refusal(|parts| parts.head.pages[1] = u32::MAX),
        cannot("its page 4294967295 lies outside its memory, which has 64 pages")
    );
    assert_eq!(
        refusal(|parts| parts.head.pages = vec![17, 0]),
        cannot("its pages are not in order")
    );
    assert_eq!(refusal(|parts| parts.head.pages[1] = 0), cannot("its pages are not in order"));
    assert_eq!(
        refusal(|parts| parts.contents.truncate(8191)),
        cannot("it has 8191 bytes for 2 pages of 4096")
    );
    assert_eq!(
        refusal(|parts| parts.head.pages.truncate(1)),
        cannot("it has 8192 bytes for 1 pages of 4096")
    );
}

#[test]
fn a_state_of_another_image_is_refused() {
    let state = step(&sandbox(REPORT, COUNT), &first()).1;
    // The same but for one instruction.
    let other = sandbox(REPORT, &COUNT.replace("i32.const 48", "i32.const 49"));
    assert_eq!(
        run(&other, &after(state)).unwrap_err().to_string(),
        "the session cannot go on: it was left by a run in another image"
    );
}

#[test]
fn a_state_with_more_memory_than_the_limit_is_refused() {
    let sandbox = sandbox(REPORT, COUNT);
    let mut parts = step(&sandbox, &first()).1.parts().clone();
    parts.head = StateHead { memory_bytes: 65 << 20, ..parts.head };
    let session = after(SessionState::from_parts(parts));
    let run = |memory_bytes| {
        let limits = Limits { memory_bytes, ..Limits::default() };
        sandbox.run_with(&Program::new("x"), &limits, in_session(&session))
    };
    assert_eq!(
        run(64 << 20).unwrap_err().to_string(),
        "limit out of range: memory_bytes is 67108864; it must be between 68157440 and 2147483648"
    );
    let (outcome, _) = run(65 << 20).unwrap();
    assert_eq!((outcome.failure, outcome.usage.memory_peak_bytes), (None, 65 << 20));
}
