//! Exit statuses.

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All went well; with `jupan run`, the program completed.
    Ok,
    /// The program that `jupan run` ran failed.
    ProgramFailed,
    /// The program that `jupan run` ran hit a limit.
    Limit,
    /// Jupan could not do what was asked: wrong usage, a wrong configuration, no image, or a
    /// fault of its own. Nothing is known about the program.
    Fault,
    /// The run of `jupan agent` waits for a decision and was saved.
    Waiting,
}

impl Exit {
    /// Status of [`Exit::Ok`].
    pub(crate) const OK: u8 = 0;
    /// Status of [`Exit::ProgramFailed`].
    pub(crate) const PROGRAM_FAILED: u8 = 1;
    /// Status of [`Exit::Limit`].
    pub(crate) const LIMIT: u8 = 2;
    /// Status of [`Exit::Fault`].
    pub(crate) const FAULT: u8 = 3;
    /// Status of [`Exit::Waiting`].
    pub(crate) const WAITING: u8 = 4;

    /// For the end of `--help`.
    pub(crate) const HELP: &str = "Exit status: 0 all went well, 1 the program failed, \
                                   2 the program hit a limit, 3 wrong usage or a fault of Jupan's own.";
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Ok => Exit::OK,
            Exit::ProgramFailed => Exit::PROGRAM_FAILED,
            Exit::Limit => Exit::LIMIT,
            Exit::Fault => Exit::FAULT,
            Exit::Waiting => Exit::WAITING,
        })
    }
}
