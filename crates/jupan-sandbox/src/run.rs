//! One run, from a fresh instance to its outcome.

mod capture;
mod classify;
mod end;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
pub(crate) mod kind;
mod line;
mod memory;
mod pages;
mod state;
mod written;

use std::{sync::Arc, time::Instant};

use jupan_abi::{Ending, GuestRequest, PythonError};
use wasmtime::{Instance, InstancePre, Store};

use crate::{
    CancelToken, ErrorKind, Failure, ImageInfo, ImageReason, Kept, Limits, Outcome, Outputs,
    Program, RunOptions, Safeguard, SandboxError, SessionRun, StateError, Usage,
    image::Images,
    tell::Teller,
    wasi::files::{self, GivenFile},
};
use ErrorKind as K;
use classify::{Stopped, classify};
use kind::{Ended, Start};

pub(crate) use classify::HostStop;
use end::LOOK_FUEL;
pub(crate) use end::RunEnd;
pub(crate) use kind::{
    door::{MAX_HTML_BYTES, add_to_linker as add_door_to_linker},
    jupan::crash_note,
};
pub(crate) use state::RunState;
pub(crate) use written::prepare as prepare_sessions;

/// Checks `program` and `limits` before anything is done for them. `max_memory_bytes` is what
/// there is room for: a limit that could not be given is an error; `images` are those there are, and
/// `session` is what the run belongs to.
pub(crate) fn check(
    program: &Program,
    limits: &Limits,
    max_memory_bytes: u64,
    images: &[ImageInfo],
    session: Option<&SessionRun>,
) -> Result<(), SandboxError> {
    if let Some(name) = &program.image {
        if session.is_some() {
            return Err(StateError::Asked.into());
        }
        if !images.iter().any(|image| image.name == *name) {
            return Err(SandboxError::NoImage { name: name.clone() });
        }
    }
    limits.validate()?;
    limits.bounded_memory(Safeguard::MemoryRoom.unless_off(max_memory_bytes, u64::MAX))?;
    let source_bytes = program.code.len() as u64;
    if source_bytes > Safeguard::Source.unless_off(limits.source_bytes, u64::MAX) {
        return Err(SandboxError::SourceTooLarge {
            actual: source_bytes,
            limit: limits.source_bytes,
        });
    }
    check_outputs(&program.outputs)?;
    if let Some(session) = session {
        session.check(images, limits)?;
    }
    files::check(&program.files, limits.files_bytes).map_err(|(place, fault)| SandboxError::File {
        name: program.files[place].name.clone(),
        reason: fault.to_string(),
    })
}

/// Checks how many names ask for files, and how long they are.
fn check_outputs(outputs: &Outputs) -> Result<(), SandboxError> {
    let Outputs::Named(patterns) = outputs else { return Ok(()) };
    let most = Safeguard::OutputPatterns.unless_off(files::MAX_PATTERNS, usize::MAX);
    let longest = Safeguard::OutputPatterns.unless_off(files::MAX_PATTERN_BYTES, usize::MAX);
    if patterns.len() > most {
        return Err(SandboxError::Outputs(format!(
            "there are {} names; there may be at most {most}",
            patterns.len()
        )));
    }
    match patterns.iter().find(|pattern| pattern.len() > longest) {
        Some(pattern) => Err(SandboxError::Outputs(format!(
            "a name has {} bytes; it may have at most {longest}",
            pattern.len()
        ))),
        None => Ok(()),
    }
}

/// Runs `program`, which is checked, in a fresh instance of the image that it names. If it names
/// none, in one of the first of `images`, or if it imports packages that only another one has, of
/// that. Blocks until the guest has ended. In a session, which is checked, the run starts in the
/// session's image, with its state, and gives what it leaves.
pub(crate) fn run(
    images: &Images,
    program: &Program,
    limits: &Limits,
    options: RunOptions<'_>,
) -> Result<(Outcome, Kept), SandboxError> {
    let RunOptions { cancel, session, sink } = options;
    let cancel = cancel.cloned().unwrap_or_default();
    let teller = sink.map(|sink| Teller::new(Arc::clone(sink), limits.output_bytes));
    let (first, first_reason) = match (&program.image, session) {
        (Some(name), _) => match images.named(name) {
            Some(place) => (place, ImageReason::Asked),
            None => return Err(SandboxError::NoImage { name: name.clone() }),
        },
        (None, Some(session)) => (session.place(), ImageReason::First),
        (None, None) => (0, ImageReason::First),
    };
    let limits_there = images.limits_in(first, limits);
    let state = RunState::new(&limits_there, program.seed, cancel.clone()).telling(teller.clone());
    let turn = run_in(images, first, state, 0, program, &limits_there, session)?;
    let (place, packages, start, fuel) = match turn {
        Turn::Ended(outcome, kept) => {
            return Ok((Outcome { reason: first_reason, ..*outcome }, kept));
        }
        Turn::Elsewhere { place, packages, start, fuel } => (place, packages, start, fuel),
    };
    // Nothing of the program has run. The limits hold for both turns together.
    let limits = images.limits_in(place, limits);
    let state = RunState::new(&limits, program.seed, cancel.clone())
        .started_at(start, &limits)
        .telling(teller);
    match run_in(images, place, state, fuel, program, &limits, session)? {
        Turn::Ended(outcome, kept) => {
            Ok((Outcome { reason: ImageReason::Imports(packages), ..*outcome }, kept))
        }
        Turn::Elsewhere { .. } => unreachable!("only the first image hands a program on"),
    }
}

/// What is wrong with a report that hands on a program, if no image has what it names.
const NOWHERE: &str = "the interpreter asked for an image that there is not";

/// What is wrong with a report on inputs, if the program was given none.
const NO_INPUTS: &str = "the interpreter's report is unreadable: there are no inputs";

/// What came of handing a program to one image.
enum Turn {
    Ended(Box<Outcome>, Kept),
    /// It did not start: it imports `packages`, which the image at `place` has.
    Elsewhere {
        place: usize,
        packages: Vec<String>,
        start: Instant,
        fuel: u64,
    },
}

/// Hands `program` to the image at `place`, after `spent` instructions elsewhere.
fn run_in(
    images: &Images,
    place: usize,
    state: RunState,
    spent: u64,
    program: &Program,
    limits: &Limits,
    session: Option<&SessionRun>,
) -> Result<Turn, SandboxError> {
    // A program that names its image stays there, and a session that has one.
    let is_settled = program.image.is_some()
        || session.is_some_and(|run| run.state.is_some() || run.image.is_some());
    let (image, kind) = (images.instance_pre(place), images.kind(place));
    let in_session = session.is_some();
    let elsewhere = if is_settled { &[][..] } else { images.elsewhere(place, in_session) };
    let request = guest_request(program, elsewhere, in_session);
    let state = state.with_files(limits, given_files(program), Arc::default()).of_kind(kind);
    let mut store = store_with(image, state, limits.fuel.saturating_sub(spent))?;
    store.data_mut().door.wants_html = program.wants_html;
    let end = store.data().end.clone();
    let state = session.and_then(|session| session.state.as_ref());
    let memory_bytes = limits.memory_bytes;
    let start = Start { kind, image, id: images.id(place), state, memory_bytes };
    let ended = end.drive(kind::execute(&mut store, start, &request)).unwrap_or_else(|stop| {
        // Between two of its instructions.
        Ok(Ended::Stopped { error: stop.into(), note: None })
    });

    end.tell_all();
    let wall = store.data().start.elapsed();
    let fuel = limits.fuel.saturating_sub(store.get_fuel().map_err(engine_fault)?);
    let mut is_whole = false;
    let (result, mut failure) = match ended? {
        Ended::Reported(Ending::Elsewhere { packages }) => {
            match images.other(place, &packages, in_session).filter(|_| !is_settled) {
                Some(place) => {
                    let packages = images.of_these(place, packages);
                    let start = store.data().start;
                    return Ok(Turn::Elsewhere { place, packages, start, fuel });
                }
                None => (None, Some(classify::unreadable(NOWHERE.to_owned()))),
            }
        }
        Ended::Reported(Ending::BadInputs { .. }) if program.inputs.is_none() => {
            (None, Some(classify::unreadable(NO_INPUTS.to_owned())))
        }
        Ended::Reported(ending) => {
            let settled = settle(ending, store.data(), limits)?;
            is_whole = settled.1.as_ref().is_none_or(leaves_the_interpreter_whole);
            settled
        }
        Ended::Unreadable(reason) => (None, Some(classify::unreadable(reason))),
        Ended::Stopped { error, note } => match classify(&error, note, store.data(), limits) {
            Stopped::ExitedWell => (None, None),
            Stopped::Failed(failure) => (None, Some(failure)),
            Stopped::Cancelled => return Err(SandboxError::Cancelled),
            Stopped::HostFault(message) => return Err(SandboxError::Engine(message)),
        },
    };
    if let Some(failure) = &mut failure
        && failure.line.is_none()
        && matches!(failure.kind, K::Timeout | K::Fuel | K::Memory | K::Output)
    {
        failure.line = line::running(&mut store);
        failure.busy_loop = line::busy_loop(&mut store);
    }
    let kept = match session {
        Some(session) if is_whole => pages::leave(&store, images, place, session.max_bytes)?,
        Some(_) | None => Kept::Nothing,
    };
    let state = store.into_data();
    // What a session has left before goes into the run and not into its receipt.
    let timed_out = failure.as_ref().is_some_and(|failure| failure.kind == K::Timeout);
    let is_repeatable = state.is_repeatable() && !timed_out && session.is_none();
    let html = state.door.html.filter(|_| failure.is_none());
    let outcome = Outcome {
        usage: Usage { wall, fuel, memory_peak_bytes: state.memory_meter.peak() as u64 },
        stdout: state.stdout.finish(),
        stderr: state.stderr.finish(),
        is_repeatable,
        files: state.files.into_left(&program.outputs, limits.returned_bytes),
        result,
        failure,
        image: place,
        reason: ImageReason::First,
        pictures: state.door.pictures,
        html,
    };
    Ok(Turn::Ended(Box::new(outcome), kept))
}

/// What the guest is handed of `program`.
fn guest_request(program: &Program, elsewhere: &[String], is_kept: bool) -> GuestRequest {
    GuestRequest {
        code: program.code.clone(),
        inputs: program.inputs.clone(),
        seed: program.seed,
        // What the text does not even mention it does not import: most programs need no look.
        elsewhere: elsewhere.iter().filter(|name| program.code.contains(*name)).cloned().collect(),
        is_kept,
    }
}

/// The files of `program` in its working folder.
fn given_files(program: &Program) -> Vec<GivenFile> {
    let given = program.files.iter().map(|file| GivenFile {
        path: files::working_path(&file.name),
        bytes: file.bytes.clone(),
        is_read_only: false,
    });
    given.collect()
}

/// Whether a program that failed in this way has come to its end, with an interpreter that can
/// go on.
fn leaves_the_interpreter_whole(failure: &Failure) -> bool {
    match failure.kind {
        K::Exception | K::Syntax | K::Exit => true,
        K::Timeout | K::Fuel | K::Memory | K::Output | K::Stack | K::Crash => false,
    }
}

/// A store whose every limit is set before the guest's first instruction.
pub(crate) fn fresh_store(
    image: &InstancePre<RunState>,
    seed: Option<u64>,
    limits: &Limits,
    cancel: &CancelToken,
) -> Result<Store<RunState>, SandboxError> {
    store_with(image, RunState::new(limits, seed, cancel.clone()), limits.fuel)
}

fn store_with(
    image: &InstancePre<RunState>,
    state: RunState,
    fuel: u64,
) -> Result<Store<RunState>, SandboxError> {
    let mut store = Store::new(image.module().engine(), state);
    store.limiter(|state| &mut state.memory_meter);
    let fuel = Safeguard::Fuel.unless_off(fuel, u64::MAX);
    store.set_fuel(fuel).map_err(engine_fault)?;
    store.fuel_async_yield_interval(Some(LOOK_FUEL)).map_err(engine_fault)?;
    Ok(store)
}

/// Creates the instance and tells the store where its memory is.
pub(crate) async fn instantiate(
    store: &mut Store<RunState>,
    image: &InstancePre<RunState>,
) -> wasmtime::Result<Instance> {
    let instance = image.instantiate_async(&mut *store).await?;
    store.data_mut().memory = instance.get_memory(&mut *store, jupan_abi::EXPORT_MEMORY);
    store.data_mut().instance = Some(instance);
    Ok(instance)
}

/// What a report means: the result, and the failure if there is one.
fn settle(
    ending: Ending,
    state: &RunState,
    limits: &Limits,
) -> Result<(Option<String>, Option<Failure>), SandboxError> {
    let failure = |kind, error: PythonError| Failure {
        line: error.line,
        traceback: Some(error.traceback).filter(|traceback| !traceback.is_empty()),
        ..Failure::new(kind, error.type_name, error.message)
    };
    Ok(match ending {
        Ending::Completed { result } => (result, None),
        Ending::Exited { code: 0, .. } => (None, None),
        Ending::Exited { code, message } => {
            (None, Some(classify::exit(code.into(), message.as_deref())))
        }
        Ending::Syntax(error) => (None, Some(failure(ErrorKind::Syntax, error))),
        Ending::Exception(error) if error.is_memory_error => {
            let mut failure = failure(ErrorKind::Memory, error);
            failure.message = classify::memory(state, limits).message;
            (None, Some(failure))
        }
        Ending::Exception(error) => (None, Some(failure(ErrorKind::Exception, error))),
        Ending::BadInputs { message } => return Err(SandboxError::Inputs(message)),
        Ending::Elsewhere { .. } => (None, Some(classify::unreadable(NOWHERE.to_owned()))),
    })
}

pub(crate) fn engine_fault(error: wasmtime::Error) -> SandboxError {
    SandboxError::Engine(format!("{error:#}"))
}
