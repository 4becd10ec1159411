//! Attempts to escape, made inside a locked-down worker: what a guest that has taken its
//! process over would try. None may succeed. The tests make them, and so can a self-test on
//! the machine that it matters on.

#[cfg(target_os = "linux")]
mod linux;

use std::fmt;

use super::{
    config::WorkerCommand,
    loss::Loss,
    process::{StartingWorker, WorkerStartError},
};

#[cfg(target_os = "linux")]
pub(super) use linux::{attempt, names};

/// Where there is no lockdown there is nothing to show.
#[cfg(not(target_os = "linux"))]
fn names() -> [&'static str; 0] {
    []
}

#[cfg(not(target_os = "linux"))]
pub(super) fn attempt(_: u32) -> i64 {
    -1
}

/// One attempt and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EscapeAttempt {
    /// What was tried.
    pub name: &'static str,
    /// What came of it.
    pub result: EscapeResult,
}

/// What came of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EscapeResult {
    /// The system call was refused, with this error number.
    Refused(i32),
    /// The process was ended for it, by this signal.
    Killed(i32),
    /// It worked: the worker is not locked down.
    Succeeded,
    /// The worker was lost in another way, so that nothing was shown.
    Unclear(String),
}

impl fmt::Display for EscapeResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(errno) => {
                write!(f, "refused ({})", std::io::Error::from_raw_os_error(*errno))
            }
            Self::Killed(signal) => write!(f, "the process was ended by signal {signal}"),
            Self::Succeeded => f.write_str("it worked"),
            Self::Unclear(what) => write!(f, "nothing shown: {what}"),
        }
    }
}

/// Makes every attempt, each in a fresh worker that `command` starts.
///
/// # Errors
///
/// When a worker cannot be started.
pub fn try_escapes(command: &WorkerCommand) -> Result<Vec<EscapeAttempt>, WorkerStartError> {
    (0_u32..)
        .zip(names())
        .map(|(index, name)| {
            let (mut worker, _) = StartingWorker::spawn(command, &[])?.ready()?;
            let result = match worker.try_escape(index) {
                Ok(errno @ ..0) => EscapeResult::Refused(i32::try_from(-errno).unwrap_or(0)),
                Ok(_) => EscapeResult::Succeeded,
                Err(loss) => match (&loss, loss.signal()) {
                    (Loss::Ended(_), Some(signal)) => EscapeResult::Killed(signal),
                    _ => EscapeResult::Unclear(loss.to_string()),
                },
            };
            Ok(EscapeAttempt { name, result })
        })
        .collect()
}
