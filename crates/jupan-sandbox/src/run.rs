//! One run, from a fresh instance to its outcome.

mod capture;
mod classify;
mod end;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod line;
mod memory;
mod pages;
mod state;
mod written;

use std::{sync::Arc, time::Instant};

use jupan_abi::{Ending, GuestReport, GuestRequest, PythonError, ReportError, unpack_location};
use wasmtime::{Instance, InstancePre, Store, Trap};

use crate::{
    CancelToken, ErrorKind, Failure, Kept, Limits, Outcome, Outputs, Program, RunOptions,
    Safeguard, SandboxError, SessionRun, SessionState, Usage,
    image::Images,
    tell::Teller,
    wasi::files::{self, GivenFile},
};
use ErrorKind as K;
use classify::{Stopped, classify};

pub(crate) use classify::HostStop;
use end::LOOK_FUEL;
pub(crate) use end::RunEnd;
pub(crate) use state::RunState;
pub(crate) use written::prepare as prepare_sessions;

/// Checks `program` and `limits` before anything is done for them. `max_memory_bytes` is what
/// there is room for: a limit that could not be given is an error.
pub(crate) fn check(
    program: &Program,
    limits: &Limits,
    max_memory_bytes: u64,
) -> Result<(), SandboxError> {
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

/// Runs `program`, which is checked, in a fresh instance of the first of `images`, or if it
/// imports packages that only another one has, in an instance of that. Blocks until the guest
/// has ended. In a session, which is checked, the run starts in the session's image, with its
/// state, and gives what it leaves.
pub(crate) fn run(
    images: &Images,
    program: &Program,
    limits: &Limits,
    options: RunOptions<'_>,
) -> Result<(Outcome, Kept), SandboxError> {
    let RunOptions { cancel, session, sink } = options;
    let cancel = cancel.cloned().unwrap_or_default();
    let teller = sink.map(|sink| Teller::new(Arc::clone(sink), limits.output_bytes));
    let first = session.map_or(0, SessionRun::place);
    let limits_there = images.limits_in(first, limits);
    let state = RunState::new(&limits_there, program.seed, cancel.clone()).telling(teller.clone());
    let turn = run_in(images, first, state, 0, program, &limits_there, session)?;
    let (place, start, fuel) = match turn {
        Turn::Ended(outcome, kept) => return Ok((*outcome, kept)),
        Turn::Elsewhere { place, start, fuel } => (place, start, fuel),
    };
    // Nothing of the program has run. The limits hold for both turns together.
    let limits = images.limits_in(place, limits);
    let state = RunState::new(&limits, program.seed, cancel.clone())
        .started_at(start, &limits)
        .telling(teller);
    match run_in(images, place, state, fuel, program, &limits, session)? {
        Turn::Ended(outcome, kept) => Ok((*outcome, kept)),
        Turn::Elsewhere { .. } => unreachable!("only the first image hands a program on"),
    }
}

/// What is wrong with a report that hands on a program, if no image has what it names.
const NOWHERE: &str = "the interpreter asked for an image that there is not";

/// What came of handing a program to one image.
enum Turn {
    Ended(Box<Outcome>, Kept),
    /// It did not start: it imports packages that the image at `place` has.
    Elsewhere {
        place: usize,
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
    // A session that has an image stays in it.
    let is_settled = session.is_some_and(|run| run.state.is_some() || run.image.is_some());
    let image = images.instance_pre(place);
    let elsewhere = if is_settled { &[][..] } else { images.elsewhere(place) };
    let request = guest_request(program, elsewhere, session.is_some())?;
    let state = state.with_files(limits, given_files(program), Arc::default());
    let mut store = store_with(image, state, limits.fuel.saturating_sub(spent))?;
    let end = store.data().end.clone();
    let state = session.and_then(|session| session.state.as_ref());
    let start = (image, images.id(place), state);
    let ended = end.drive(execute(&mut store, start, &request, limits)).unwrap_or_else(|stop| {
        // Between two of its instructions.
        Ok(Ended::Stopped { error: stop.into(), note: None })
    });

    end.tell_all();
    let wall = store.data().start.elapsed();
    let fuel = limits.fuel.saturating_sub(store.get_fuel().map_err(engine_fault)?);
    let mut is_whole = false;
    let (result, mut failure) = match ended? {
        Ended::Reported(Ending::Elsewhere { packages }) => match images.other(place, &packages) {
            Some(place) if !is_settled => {
                return Ok(Turn::Elsewhere { place, start: store.data().start, fuel });
            }
            Some(_) | None => (None, Some(classify::unreadable(NOWHERE.to_owned()))),
        },
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
    let outcome = Outcome {
        usage: Usage { wall, fuel, memory_peak_bytes: state.memory_meter.peak() as u64 },
        stdout: state.stdout.finish(),
        stderr: state.stderr.finish(),
        is_repeatable,
        files: state.files.into_left(&program.outputs, limits.returned_bytes),
        result,
        failure,
        image: place,
    };
    Ok(Turn::Ended(Box::new(outcome), kept))
}

/// What the guest is handed of `program`.
fn guest_request(
    program: &Program,
    elsewhere: &[String],
    is_kept: bool,
) -> Result<Vec<u8>, SandboxError> {
    let request = GuestRequest {
        code: program.code.clone(),
        inputs: program.inputs.clone(),
        seed: program.seed,
        elsewhere: elsewhere.to_owned(),
        is_kept,
    };
    request.encode().map_err(|error| SandboxError::Engine(error.to_string()))
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

/// How the calls into the guest ended.
enum Ended {
    /// With a report.
    Reported(Ending),
    /// With a report that cannot be believed, for this reason.
    Unreadable(String),
    /// With a trap, or by a host function. The note is what a panic of the interpreter said.
    Stopped { error: wasmtime::Error, note: Option<String> },
}

/// What a run starts from: an image, what tells it from others, and a session's state.
type Start<'a> = (&'a InstancePre<RunState>, &'a [u8; 32], Option<&'a SessionState>);

/// Hands the request over, calls the guest and reads its report.
async fn execute(
    store: &mut Store<RunState>,
    (image, image_id, state): Start<'_>,
    request: &[u8],
    limits: &Limits,
) -> Result<Ended, SandboxError> {
    let instance = instantiate(store, image).await.map_err(engine_fault)?;
    let alloc = instance
        .get_typed_func::<u32, u32>(&mut *store, jupan_abi::EXPORT_ALLOC)
        .map_err(engine_fault)?;
    let execute = instance
        .get_typed_func::<(u32, u32), u64>(&mut *store, jupan_abi::EXPORT_EXECUTE)
        .map_err(engine_fault)?;
    let memory = store
        .data()
        .memory
        .ok_or_else(|| SandboxError::Engine("the image has no memory".to_owned()))?;
    if let Some(state) = state {
        pages::restore(store, memory, state, image_id, limits.memory_bytes)?;
    }

    let len = u32::try_from(request.len())
        .map_err(|_| SandboxError::Engine("the request is larger than 4 GiB".to_owned()))?;
    let at = match alloc.call_async(&mut *store, len).await {
        Ok(at) => at,
        Err(error) => return Ok(Ended::Stopped { error, note: None }),
    };
    memory
        .write(&mut *store, at as usize, request)
        .map_err(|_| SandboxError::Engine("the guest has no room for the request".to_owned()))?;
    let packed = match execute.call_async(&mut *store, (at, len)).await {
        Ok(packed) => packed,
        Err(error) => {
            let note = crash_note(store, &instance, &error).await;
            return Ok(Ended::Stopped { error, note });
        }
    };
    Ok(match read_report(memory.data(&*store), packed) {
        Ok(report) => Ended::Reported(report.ending),
        Err(reason) => Ended::Unreadable(reason),
    })
}

/// The most bytes of a crash note that are read.
const MAX_CRASH_NOTE_BYTES: usize = 1024;

/// What a panic of the interpreter left behind, if `error` comes from one.
pub(crate) async fn crash_note(
    store: &mut Store<RunState>,
    instance: &Instance,
    error: &wasmtime::Error,
) -> Option<String> {
    if error.downcast_ref::<Trap>() != Some(&Trap::UnreachableCodeReached) {
        return None;
    }
    let note = instance
        .get_typed_func::<(), u64>(&mut *store, jupan_abi::EXPORT_CRASH_NOTE)
        .ok()?
        .call_async(&mut *store, ())
        .await
        .ok()?;
    let (at, len) = unpack_location(note);
    let max = Safeguard::CrashNote.unless_off(MAX_CRASH_NOTE_BYTES, usize::MAX);
    let len = (len as usize).min(max);
    let bytes = store.data().memory?.data(&*store).get(at as usize..)?.get(..len)?;
    Some(String::from_utf8_lossy(bytes).into_owned()).filter(|note| !note.is_empty())
}

/// The report at `packed` in the guest's `memory`, which is hostile.
fn read_report(memory: &[u8], packed: u64) -> Result<GuestReport, String> {
    let (at, len) = unpack_location(packed);
    let bytes = (at as usize)
        .checked_add(len as usize)
        .and_then(|end| memory.get(at as usize..end))
        .ok_or("the interpreter's report lies outside its memory")?;
    let report = match Safeguard::Report.is_off() {
        false => GuestReport::decode(bytes),
        true => postcard::from_bytes(bytes).map_err(ReportError::Malformed),
    };
    report.map_err(|error| format!("the interpreter's report is unreadable: {error}"))
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
