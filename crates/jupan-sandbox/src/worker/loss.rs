//! Lost workers, and what becomes of the run that was lost with one.

use std::{fmt, os::unix::process::ExitStatusExt as _, process::ExitStatus, time::Duration};

use crate::{ErrorKind, Failure, Limits, Outcome, Usage};

/// How a worker was lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Loss {
    /// It did not answer in time.
    Silent,
    /// Its process ended, with this status if it is known.
    Ended(Option<ExitStatus>),
    /// It answered what cannot be.
    Invalid(String),
    /// Its own code panicked.
    Panicked(String),
}

impl Loss {
    /// The signal that ended the process.
    pub(super) fn signal(&self) -> Option<i32> {
        match self {
            Self::Ended(status) => status.and_then(|status| status.signal()),
            Self::Silent | Self::Invalid(_) | Self::Panicked(_) => None,
        }
    }

    /// Whether the process was ended for a system call outside its list, which none of our own
    /// code does.
    pub(super) fn is_forbidden_call(&self) -> bool {
        self.signal() == Some(SIGSYS)
    }

    /// The outcome of the run that was lost. What the program had printed is lost with it.
    pub(super) fn outcome(&self, limits: &Limits, wall: Duration) -> Outcome {
        let (kind, type_name, message) = match self {
            Self::Silent => (
                ErrorKind::Timeout,
                "TimeLimitExceeded",
                format!(
                    "time limit of {} ms reached: the program could not be interrupted, and its \
                     process was ended",
                    limits.wall.as_millis()
                ),
            ),
            Self::Ended(_) | Self::Invalid(_) | Self::Panicked(_) => (
                ErrorKind::Crash,
                "InterpreterCrash",
                format!("the Python interpreter failed on this program: {self}"),
            ),
        };
        Outcome {
            failure: Some(Failure::new(kind, type_name, message)),
            usage: Usage { wall, ..Usage::default() },
            ..Outcome::default()
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silent => f.write_str("its process did not answer in time"),
            Self::Ended(Some(status)) => write!(f, "its process ended ({status})"),
            Self::Ended(None) => f.write_str("its process ended"),
            Self::Invalid(what) => write!(f, "its process gave an invalid answer ({what})"),
            Self::Panicked(message) => write!(f, "its process panicked ({message})"),
        }
    }
}

/// "Bad system call", the same on every processor that Linux's filters know.
const SIGSYS: i32 = 31;

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(loss: &Loss) -> (ErrorKind, String) {
        let failure = loss.outcome(&Limits::default(), Duration::ZERO).failure.unwrap();
        (failure.kind, failure.message)
    }

    #[test]
    fn a_lost_run_says_what_happened() {
        assert_eq!(
            failure(&Loss::Silent),
            (
                ErrorKind::Timeout,
                "time limit of 5000 ms reached: the program could not be interrupted, and its \
                 process was ended"
                    .to_owned()
            )
        );
        assert_eq!(
            failure(&Loss::Ended(Some(ExitStatus::from_raw(11)))),
            (
                ErrorKind::Crash,
                "the Python interpreter failed on this program: its process ended \
                 (signal: 11 (SIGSEGV))"
                    .to_owned()
            )
        );
        assert_eq!(
            failure(&Loss::Invalid("x".to_owned())),
            (
                ErrorKind::Crash,
                "the Python interpreter failed on this program: its process gave an invalid \
                 answer (x)"
                    .to_owned()
            )
        );
    }

    #[test]
    fn a_forbidden_system_call_is_told_from_other_ends() {
        let ended = |status| Loss::Ended(Some(ExitStatus::from_raw(status))).is_forbidden_call();
        assert!(ended(31));
        assert!(!ended(9));
        assert!(!ended(31 << 8), "exit status 31");
        assert!(!Loss::Silent.is_forbidden_call());
    }
}
