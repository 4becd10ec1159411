//! From the way WebAssembly stopped to the one kind of failure it means.

use wasmtime::{GcHeapOutOfMemory, Trap};

use super::state::RunState;
use crate::{ErrorKind, Failure, Limits};

/// Why a host function stopped the guest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HostStop {
    /// The guest called `proc_exit`.
    #[error("the guest exited with status {0}")]
    Exit(u32),
    /// The deadline has passed.
    #[error("the deadline has passed")]
    Deadline,
    /// The caller gave the run up.
    #[error("the run was cancelled")]
    Cancelled,
    /// A stream was flooded.
    #[error("{0} was flooded")]
    OutputFlood(&'static str),
    /// The operating system gave no random bytes.
    #[error("no random bytes to be had")]
    NoRandomness,
}

/// How a call into the guest stopped short of its return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// The program ended itself with status 0.
    ExitedWell,
    /// The program failed.
    Failed(Failure),
    /// The caller gave the run up.
    Cancelled,
    /// The machinery failed, not the program.
    HostFault(String),
}

/// What the guest's panic says when a collection would outgrow its address space.
const CAPACITY_OVERFLOW: &str = "capacity overflow";

/// Finds out what `error`, which came out of a call into the guest, means. `note` is what the
/// interpreter said if it panicked.
pub(crate) fn classify(
    error: &wasmtime::Error,
    note: Option<String>,
    state: &RunState,
    limits: &Limits,
) -> Stopped {
    if let Some(&stop) = error.downcast_ref::<HostStop>() {
        return match stop {
            HostStop::Exit(0) => Stopped::ExitedWell,
            HostStop::Exit(status) => Stopped::Failed(exit(status, None)),
            HostStop::Deadline => Stopped::Failed(timeout(limits)),
            HostStop::Cancelled => Stopped::Cancelled,
            HostStop::OutputFlood(stream) => Stopped::Failed(output(stream, state, limits)),
            HostStop::NoRandomness => Stopped::HostFault(error.to_string()),
        };
    }
    let Some(&trap) = error.downcast_ref::<Trap>() else {
        // The engine's own heap, in which exceptions of C++ lie, could not grow.
        if error.is::<GcHeapOutOfMemory<()>>() {
            return Stopped::Failed(memory(state, limits));
        }
        return Stopped::HostFault(format!("{error:#}"));
    };
    match trap_kind(trap) {
        Some(ErrorKind::Timeout) => Stopped::Failed(timeout(limits)),
        Some(ErrorKind::Fuel) => Stopped::Failed(fuel(limits)),
        Some(ErrorKind::Stack) => Stopped::Failed(stack()),
        Some(ErrorKind::Memory) => Stopped::Failed(memory(state, limits)),
        // An allocation that fails ends in `unreachable`, like a panic; the refused growth tells
        // them apart. The interpreter also panics itself when it has no room for a frame.
        Some(ErrorKind::Crash) if state.memory_meter.refused().is_some() => {
            Stopped::Failed(memory(state, limits))
        }
        // More than the address space holds is refused before the memory is asked.
        Some(ErrorKind::Crash) if note.as_deref() == Some(CAPACITY_OVERFLOW) => {
            Stopped::Failed(memory(state, limits))
        }
        Some(ErrorKind::Crash) => Stopped::Failed(crash(trap, note)),
        Some(_) | None => Stopped::HostFault(trap.to_string()),
    }
}

/// The kind that each trap means. `None` is a trap that WebAssembly of an image cannot raise;
/// a test goes through all there are, so that a new one forces a decision.
fn trap_kind(trap: Trap) -> Option<ErrorKind> {
    match trap {
        // The guest's stack lies at the low end of its memory: running over it wraps around
        // to an address out of bounds.
        Trap::StackOverflow | Trap::MemoryOutOfBounds => Some(ErrorKind::Stack),
        Trap::OutOfFuel => Some(ErrorKind::Fuel),
        Trap::AllocationTooLarge => Some(ErrorKind::Memory),
        Trap::Interrupt => Some(ErrorKind::Timeout),
        Trap::HeapMisaligned
        | Trap::TableOutOfBounds
        | Trap::IndirectCallToNull
        | Trap::BadSignature
        | Trap::IntegerOverflow
        | Trap::IntegerDivisionByZero
        | Trap::BadConversionToInteger
        | Trap::UncaughtException
        | Trap::UnreachableCodeReached => Some(ErrorKind::Crash),
        _ => None,
    }
}

/// A status other than 0, and what the program said with it.
pub(crate) fn exit(status: u32, said: Option<&str>) -> Failure {
    let message = match said {
        Some(said) => format!("exit status {status}: {said}"),
        None => format!("exit status {status}"),
    };
    Failure::new(ErrorKind::Exit, "SystemExit", message)
}

/// `MemoryError` of Python or a failed allocation: the same limit.
pub(crate) fn memory(state: &RunState, limits: &Limits) -> Failure {
    let peak = state.memory_meter.peak();
    let asked = match state.memory_meter.refused() {
        Some(asked) => format!("; the program asked for {asked} bytes"),
        None => String::new(),
    };
    let message = format!(
        "memory limit of {} bytes reached: {peak} bytes were in use{asked}",
        limits.memory_bytes
    );
    Failure::new(ErrorKind::Memory, "MemoryLimitExceeded", message)
}

fn timeout(limits: &Limits) -> Failure {
    let message = format!("time limit of {} ms reached", limits.wall.as_millis());
    Failure::new(ErrorKind::Timeout, "TimeLimitExceeded", message)
}

fn fuel(limits: &Limits) -> Failure {
    let message = format!(
        "instruction limit reached: {} instructions used, the computing part of the time limit",
        limits.fuel
    );
    Failure::new(ErrorKind::Fuel, "FuelLimitExceeded", message)
}

fn output(stream: &str, state: &RunState, limits: &Limits) -> Failure {
    let message = format!(
        "output limit reached: more than {} bytes were written to {stream}, of which {} are kept",
        state.flood_bytes, limits.output_bytes
    );
    Failure::new(ErrorKind::Output, "OutputLimitExceeded", message)
}

fn stack() -> Failure {
    let message = "stack limit reached: the program recursed too deep".to_owned();
    Failure::new(ErrorKind::Stack, "StackLimitExceeded", message)
}

/// A report that cannot be believed comes from an interpreter that is broken or taken over.
pub(crate) fn unreadable(reason: String) -> Failure {
    Failure::new(ErrorKind::Crash, "InterpreterCrash", reason)
}

fn crash(trap: Trap, note: Option<String>) -> Failure {
    let reason = note.unwrap_or_else(|| trap.to_string());
    let message = format!("the Python interpreter failed on this program: {reason}");
    Failure::new(ErrorKind::Crash, "InterpreterCrash", message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CancelToken;

    #[test]
    fn every_trap_there_is_has_been_decided_on() {
        // Each of these needs a proposal that the engine has not enabled: shared memory,
        // references, garbage collection, components or stack switching.
        let cannot_happen = "
            AtomicWaitNonSharedMemory NullReference ArrayOutOfBounds
            CastFailure CannotEnterComponent NoAsyncResult UnhandledTag
            ContinuationAlreadyConsumed DisabledOpcode AsyncDeadlock
            CannotLeaveComponent CannotBlockSyncTask InvalidChar
            DebugAssertStringEncodingFinished DebugAssertEqualCodeUnits
            DebugAssertPointerAligned DebugAssertUpperBitsUnset StringOutOfBounds
            ListOutOfBounds InvalidDiscriminant UnalignedPointer TaskCancelNotCancelled
            TaskCancelOrReturnTwice SubtaskCancelAfterTerminal TaskReturnInvalid
            WaitableSetDropHasWaiters SubtaskDropNotResolved
            ThreadNewIndirectInvalidType ThreadNewIndirectUninitialized
            BackpressureOverflow UnsupportedCallbackCode CannotResumeThread
            ConcurrentFutureStreamOp ReferenceCountOverflow StreamOpTooBig
            WaitableSyncAndAsync
        ";
        let undecided: Vec<String> = (0..=u8::MAX)
            .filter_map(Trap::from_u8)
            .filter(|&trap| trap_kind(trap).is_none())
            .map(|trap| format!("{trap:?}"))
            .collect();
        assert_eq!(undecided, cannot_happen.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn a_size_beyond_the_address_space_means_memory() {
        let limits = Limits::default();
        let state = RunState::new(&limits, None, CancelToken::new());
        let error = wasmtime::Error::from(Trap::UnreachableCodeReached);
        for (note, kind) in
            [(CAPACITY_OVERFLOW, ErrorKind::Memory), ("index out of bounds", ErrorKind::Crash)]
        {
            let stopped = classify(&error, Some(note.to_owned()), &state, &limits);
            let Stopped::Failed(failure) = stopped else { panic!("{note}") };
            assert_eq!(failure.kind, kind, "{note}");
        }
    }

    #[test]
    fn a_trap_means_memory_only_after_a_refusal() {
        use wasmtime::ResourceLimiter;
        let limits = Limits::default();
        let mut state = RunState::new(&limits, None, CancelToken::new());
        let error = wasmtime::Error::from(Trap::UnreachableCodeReached);
        let Stopped::Failed(failure) = classify(&error, None, &state, &limits) else { panic!() };
        assert_eq!(failure.kind, ErrorKind::Crash);
        state.memory_meter.memory_growing(0, usize::MAX, None).unwrap();
        for note in [None, Some("unable to allocate stack".to_owned())] {
            let Stopped::Failed(failure) = classify(&error, note, &state, &limits) else {
                panic!("a program at its memory limit is no fault of the host");
            };
            assert_eq!(failure.kind, ErrorKind::Memory);
        }
    }
}
