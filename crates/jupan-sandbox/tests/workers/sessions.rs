use std::thread;

use jupan_sandbox::{
    CancelToken, ErrorKind, Kept, Limits, Outcome, Program, RunOptions, Runner, SandboxError,
    SessionRun, SessionState, StateParts, WorkerPool, WorkerPoolConfig,
};
use libtest_mimic::Trial;

use crate::{
    life::full,
    parts,
    processes::{self, eventually},
    same::sandbox,
};

pub(crate) fn tests() -> Vec<Trial> {
    crate::tests![
        a_session_goes_on_in_whatever_worker_there_is,
        a_worker_leaves_what_the_sandbox_leaves,
        a_worker_that_is_lost_leaves_nothing,
        a_run_that_is_given_up_leaves_the_state_before_it_as_good_as_it_was,
        what_a_worker_may_leave_has_a_bound,
        a_state_that_does_not_fit_is_refused_by_the_worker,
    ]
}

fn first() -> SessionRun {
    SessionRun { state: None, image: None, max_bytes: 64 << 20 }
}

fn after(state: &SessionState) -> SessionRun {
    SessionRun { state: Some(state.clone()), ..first() }
}

fn run(
    runner: &dyn Runner,
    code: &str,
    session: &SessionRun,
) -> Result<(Outcome, Kept), SandboxError> {
    let options = RunOptions { session: Some(session), ..RunOptions::default() };
    runner.run_with(&Program::new(code), &Limits::default(), options)
}

/// What a run leaves that comes to its end.
fn step(runner: &dyn Runner, code: &str, session: &SessionRun) -> SessionState {
    match run(runner, code, session).unwrap() {
        (Outcome { failure: None, .. }, Kept::State(state)) => state,
        other => panic!("{other:?}"),
    }
}

/// The number of runs that the guest has counted.
fn count(state: &SessionState) -> u8 {
    let StateParts { head, contents } = state.parts();
    let place = head.pages.iter().position(|&page| page == 17).unwrap();
    contents[place * 4096 + 70_000 % 4096]
}

fn a_session_goes_on_in_whatever_worker_there_is() {
    // Each worker has one run.
    let pool =
        WorkerPool::start(WorkerPoolConfig { max_runs: 1, ..parts::config(parts::WORKER, 1) })
            .unwrap();
    let mut state = step(&pool, "n", &first());
    for _ in 0..5 {
        full(&pool, 1);
        state = step(&pool, "n", &after(&state));
    }
    assert_eq!(count(&state), 6);
    assert!(pool.status().recycled >= 5, "{:?}", pool.status());
    // Those that wait are killed, and others take their place.
    full(&pool, 1);
    processes::end(&processes::workers());
    assert_eq!(count(&step(&pool, "n", &after(&state))), 7);
    // Runs without a session see nothing of it.
    let other = step(&pool, "n", &first());
    assert_eq!((count(&other), count(&state)), (1, 6));
}

fn a_worker_leaves_what_the_sandbox_leaves() {
    let (pool, sandbox) = (WorkerPool::start(parts::config(parts::WORKER, 1)).unwrap(), sandbox());
    let mut states: Vec<(SessionState, SessionState)> = Vec::new();
    // One leaves 16 MiB.
    for code in ["n", "n", "grow", "n", "echo"] {
        let sessions =
            states.last().map_or((first(), first()), |(one, two)| (after(one), after(two)));
        states.push((step(&pool, code, &sessions.0), step(&sandbox, code, &sessions.1)));
    }
    for (one, two) in states {
        let (one, two) = (one.parts(), two.parts());
        assert_eq!(one.head.pages, two.head.pages);
        assert_eq!(one.head.image_id, two.head.image_id);
        assert_eq!(one.head.memory_bytes, two.head.memory_bytes);
        assert!(one.contents == two.contents, "the same pages have other contents");
    }
}

fn a_worker_that_is_lost_leaves_nothing() {
    let pool = WorkerPool::start(parts::config(parts::WORKER, 1)).unwrap();
    full(&pool, 1);
    let state = step(&pool, "n", &first());
    thread::scope(|scope| {
        let running = scope.spawn(|| run(&pool, "loop", &after(&state)));
        eventually("it runs", || pool.status().busy == 1);
        processes::end(&processes::workers());
        let (outcome, kept) = running.join().unwrap().unwrap();
        assert_eq!(outcome.failure.map(|failure| failure.kind), Some(ErrorKind::Crash));
        assert_eq!(kept, Kept::Nothing);
    });
    full(&pool, 1);
    assert_eq!(count(&step(&pool, "n", &after(&state))), 2);
}

fn a_run_that_is_given_up_leaves_the_state_before_it_as_good_as_it_was() {
    let pool = WorkerPool::start(parts::config(parts::WORKER, 1)).unwrap();
    full(&pool, 1);
    let state = step(&pool, "n", &first());
    let cancel = CancelToken::new();
    thread::scope(|scope| {
        let running = scope.spawn(|| {
            let program = Program::new("loop");
            let session = after(&state);
            let options = RunOptions {
                session: Some(&session),
                cancel: Some(&cancel),
                ..RunOptions::default()
            };
            pool.run_with(&program, &Limits::default(), options)
        });
        eventually("it runs", || pool.status().busy == 1);
        cancel.cancel();
        assert!(matches!(running.join().unwrap(), Err(SandboxError::Cancelled)));
    });
    assert_eq!(count(&step(&pool, "n", &after(&state))), 2);
}

fn what_a_worker_may_leave_has_a_bound() {
    let pool = WorkerPool::start(parts::config(parts::WORKER, 1)).unwrap();
    let session = SessionRun { max_bytes: 16 << 20, ..first() };
    let (outcome, kept) = run(&pool, "grow", &session).unwrap();
    assert_eq!(outcome.failure, None);
    // 16 MiB that have grown, the page of the request, and the numbers of them all.
    assert_eq!(kept, Kept::TooLarge { bytes: 4097 * (4096 + 4) });
    let told = run(&pool, "n", &SessionRun { max_bytes: u64::MAX, ..first() }).unwrap_err();
    assert_eq!(
        told.to_string(),
        "the session cannot go on: it may have 18446744073709551615 bytes; 268435456 is the most \
         that any may have"
    );
}

fn a_state_that_does_not_fit_is_refused_by_the_worker() {
    let pool = WorkerPool::start(parts::config(parts::WORKER, 1)).unwrap();
    let state = step(&pool, "n", &first());
    let mut parts = state.parts().clone();
    parts.head.image_id[0] ^= 1;
    let told = run(&pool, "n", &after(&SessionState::from_parts(parts))).unwrap_err();
    assert_eq!(
        told.to_string(),
        "the sandbox failed: the session cannot go on: it was left by a run in another image"
    );
    // That is no reason to lose the worker.
    assert_eq!(count(&step(&pool, "n", &after(&state))), 2);
    assert_eq!(pool.status().lost, 0);
}
