//! The answer of `POST /v1/execute` when the run took place.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{LeftOutFile, OutputFile, SessionAfterRun};

/// What came of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExecuteResponse {
    /// Whether the program ran to its end.
    pub status: RunStatus,
    /// The one string to hand to a model: what was printed and the value of the last
    /// expression, or the error in words.
    pub text: String,
    /// What the program wrote to stdout: head and tail if it was more than `output_bytes`,
    /// with a line between them that says how much is missing. Bytes that are not UTF-8 are
    /// replaced by U+FFFD.
    pub stdout: String,
    /// The same for stderr.
    pub stderr: String,
    /// `repr` of the last expression, when the program's last statement is an expression
    /// whose value is not `None`.
    pub result: Option<String>,
    /// What went wrong, when `status` is not `ok`.
    pub error: Option<ProgramError>,
    /// How many bytes were left out.
    pub truncated: Truncated,
    /// The files that `outputs` asked for, in the order of their names, if it was there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<OutputFile>>,
    /// Those of them that do not come back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files_left_out: Vec<LeftOutFile>,
    /// A hash over all that went into the run and came out of it, if the same run gives the same
    /// again: it had a seed, did not ask what time it is, and was not ended by the wall clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<String>,
    /// What the run used.
    pub usage: Usage,
    /// The image that ran the program.
    pub image: ImageVersion,
    /// Whether the program started in a fresh interpreter, with nothing of an earlier one. No
    /// only for a later run of a session.
    #[serde(default = "was_fresh")]
    pub fresh: bool,
    /// What has become of the session that the program ran in, if it ran in one.
    pub session: Option<SessionAfterRun>,
    /// Pictures that it made: what it showed with `matplotlib`, and figures that were open at its
    /// end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Picture>,
    /// The last value as HTML, if the request asked for it and the value has such a form, a table of
    /// pandas. It comes from the program: show it only where no script runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result_html: Option<String>,
}

/// A picture that a program made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Picture {
    /// Its media type, `image/png`.
    pub mime: String,
    /// What is in the file, in Base64.
    pub base64: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// What it shows, in words.
    pub alt: String,
}

/// Servers that do not say had no sessions.
const fn was_fresh() -> bool {
    true
}

/// How a run ended, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// The program ran to its end.
    Ok,
    /// The program failed.
    Error,
    /// The program hit a limit and was ended.
    Limit,
}

/// A failure of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramError {
    /// The kind of failure.
    pub kind: ErrorKind,
    /// The Python exception's type, or for a limit a name such as `TimeLimitExceeded`.
    #[serde(rename = "type")]
    pub type_name: String,
    /// What happened. For a limit: the limit and what the run used.
    pub message: String,
    /// Line of the program, counted from 1, if known.
    pub line: Option<u32>,
    /// The traceback in CPython's form, starting at the program's own code, if there is one.
    pub traceback: Option<String>,
    /// What to do about it, when a rule knows something.
    pub hint: Option<String>,
}

/// The kinds of failure. `exception`, `syntax`, `exit` and `crash` come with the status
/// `error`, the others with `limit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// An exception left the program.
    Exception,
    /// The program is not valid Python.
    Syntax,
    /// The program ended itself with a status other than 0.
    Exit,
    /// The wall-clock limit.
    Timeout,
    /// The instruction limit.
    Fuel,
    /// The memory limit.
    Memory,
    /// The program wrote far more than is kept.
    Output,
    /// Recursion too deep for the sandbox's stack.
    Stack,
    /// The interpreter itself failed.
    Crash,
}

/// Bytes that the program wrote and the response leaves out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Truncated {
    /// Of stdout.
    pub stdout_bytes: u64,
    /// Of stderr.
    pub stderr_bytes: u64,
}

/// What a run used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Usage {
    /// Wall-clock time in milliseconds, from the fresh instance to the end of the program.
    pub wall_ms: f64,
    /// WebAssembly instructions.
    pub fuel: u64,
    /// The largest size of the linear memory in bytes, the interpreter's own part included.
    pub memory_peak_bytes: u64,
}

/// Which image ran a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImageVersion {
    /// The image's name, `python`.
    pub name: String,
    /// The image's version.
    pub version: String,
    /// Why it was this one, unless it is the one that every program starts in: `asked for`, or
    /// `imports numpy, pandas`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl ErrorKind {
    /// Every kind.
    pub const ALL: [Self; 9] = [
        Self::Exception,
        Self::Syntax,
        Self::Exit,
        Self::Timeout,
        Self::Fuel,
        Self::Memory,
        Self::Output,
        Self::Stack,
        Self::Crash,
    ];

    /// The kind as it stands in the JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exception => "exception",
            Self::Syntax => "syntax",
            Self::Exit => "exit",
            Self::Timeout => "timeout",
            Self::Fuel => "fuel",
            Self::Memory => "memory",
            Self::Output => "output",
            Self::Stack => "stack",
            Self::Crash => "crash",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_written_as_it_is_serialised() {
        for kind in ErrorKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
    }
}
