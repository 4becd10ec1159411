//! What came of a run.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Picture, SharedBytes};

/// A finished run, whatever its ending. By default it printed nothing, used nothing and left nothing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// What reached stdout.
    pub stdout: Captured,
    /// What reached stderr.
    pub stderr: Captured,
    /// `repr` of the last expression, when the program completed and its last statement is
    /// an expression whose value is not `None`.
    pub result: Option<String>,
    /// Why the program did not complete, unless it did.
    pub failure: Option<Failure>,
    /// What the run used.
    pub usage: Usage,
    /// The files that the program left and that were asked for.
    pub files: LeftFiles,
    /// Whether the same run gives the same again, fuel and all: it had a seed, did not ask what
    /// time it is, and was not ended by the wall clock.
    pub is_repeatable: bool,
    /// Place of the image that ran it in [`Runner::images`](crate::Runner::images).
    pub image: usize,
    /// Why that one.
    pub reason: ImageReason,
    /// Pictures that the program made, at most [`Picture::MAX_COUNT`].
    pub pictures: Vec<Picture>,
    /// The last value as HTML, if that was wanted and it has such a form. All of it comes from the
    /// program, scripts included.
    pub html: Option<String>,
}

impl Outcome {
    /// The ending in one word.
    #[must_use]
    pub fn status(&self) -> RunStatus {
        match &self.failure {
            None => RunStatus::Ok,
            Some(failure) if failure.kind.is_limit() => RunStatus::Limit,
            Some(_) => RunStatus::Error,
        }
    }
}

/// Why a program ran in the image in which it ran.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageReason {
    /// Every program does that gives no other reason.
    #[default]
    First,
    /// The program asked for it.
    Asked,
    /// The program imports these packages, which it has.
    Imports(Vec<String>),
}

/// How a run ended, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RunStatus {
    /// The program ran to its end.
    Ok,
    /// The program failed.
    Error,
    /// The program hit a limit.
    Limit,
}

/// Why a program did not complete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The kind.
    pub kind: ErrorKind,
    /// The Python exception's type, or for what Python cannot see a name of ours, such as
    /// `TimeLimitExceeded`.
    pub type_name: String,
    /// What happened; for a limit, the limit and what was used.
    pub message: String,
    /// Line of the program, counted from 1, if known.
    pub line: Option<u32>,
    /// For a limit, the loop around that line that had run most often, if known.
    pub busy_loop: Option<BusyLoop>,
    /// Traceback in CPython's form, if there is one.
    pub traceback: Option<String>,
}

impl Failure {
    /// One of which no more is known, not even the line.
    #[must_use]
    pub fn new(kind: ErrorKind, type_name: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            kind,
            type_name: type_name.into(),
            message: message.into(),
            line: None,
            busy_loop: None,
            traceback: None,
        }
    }
}

/// A loop of the program, and how often it had run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BusyLoop {
    /// A line at its start, counted from 1.
    pub line: u32,
    /// How often it had run to its end.
    pub rounds: u32,
}

/// The kinds of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ErrorKind {
    /// An exception left the program.
    Exception,
    /// The program is not valid Python.
    Syntax,
    /// The program ended itself with a status other than 0.
    Exit,
    /// The wall clock ran out.
    Timeout,
    /// The fuel ran out.
    Fuel,
    /// The memory limit was reached.
    Memory,
    /// A stream was flooded.
    Output,
    /// Recursion too deep for the sandbox's stack.
    Stack,
    /// The interpreter itself failed.
    Crash,
}

impl ErrorKind {
    /// Whether this kind means that a limit was hit.
    #[must_use]
    pub const fn is_limit(self) -> bool {
        match self {
            Self::Exception | Self::Syntax | Self::Exit | Self::Crash => false,
            Self::Timeout | Self::Fuel | Self::Memory | Self::Output | Self::Stack => true,
        }
    }
}

/// What is kept of a stream: the beginning and the end.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Captured {
    /// The first bytes.
    #[serde(with = "serde_bytes")]
    pub head: Vec<u8>,
    /// The last bytes; empty unless bytes were left out between, or the stream outgrew the
    /// head.
    #[serde(with = "serde_bytes")]
    pub tail: Vec<u8>,
    /// Bytes left out between head and tail.
    pub left_out: u64,
}

impl Captured {
    /// The stream as text. Bytes that are not UTF-8 become U+FFFD. Where bytes were left out,
    /// a line of its own says how many.
    #[must_use]
    pub fn to_text(&self) -> String {
        if self.left_out == 0 {
            let mut bytes = self.head.clone();
            bytes.extend_from_slice(&self.tail);
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        let (head, tail) = (trim_end(&self.head), trim_start(&self.tail));
        let cut = (self.head.len() - head.len() + self.tail.len() - tail.len()) as u64;
        format!(
            "{}\n[... {} bytes left out ...]\n{}",
            String::from_utf8_lossy(head),
            // The count may come from a worker that a guest has taken over.
            self.left_out.saturating_add(cut),
            String::from_utf8_lossy(tail)
        )
    }
}

/// What was asked for of the files that a program left.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftFiles {
    /// Those that are given back, in the order of their names.
    pub files: Vec<LeftFile>,
    /// Those that are not.
    pub left_out: Vec<LeftOut>,
    /// How many more are not, and not named here either.
    pub more_left_out: u64,
}

/// A file that a program left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftFile {
    /// Its name, relative to the working folder.
    pub name: String,
    /// What is in it.
    pub bytes: SharedBytes,
}

/// A file that was asked for and is not given back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its name, or the pattern that no file's name matches.
    pub name: String,
    /// Its size, if it is there.
    pub bytes: Option<u64>,
    /// Why it is not given back.
    pub reason: OmitReason,
}

/// Why a file is not given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OmitReason {
    /// There is none of this name.
    NotThere,
    /// With it, the files would be larger than [`Limits::returned_bytes`](crate::Limits).
    TooLarge,
    /// There are more files than are given back.
    TooMany,
    /// Its name is too long to be told.
    LongName,
    /// To compare all names with the patterns would take too long: it may have been asked for.
    NotCompared,
}

/// What a run used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Wall-clock time.
    pub wall: Duration,
    /// WebAssembly instructions.
    pub fuel: u64,
    /// The largest size of the linear memory, in bytes.
    pub memory_peak_bytes: u64,
}

/// `bytes` without a character that the cut left unfinished at the end.
fn trim_end(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ if bytes.is_empty() => bytes,
        _ => {
            // Invalid bytes earlier on hide the end from `from_utf8`: look at the last
            // character alone.
            let start = (1..=4.min(bytes.len()))
                .map(|back| bytes.len() - back)
                .find(|&at| bytes[at] & 0xC0 != 0x80);
            match start.map(|at| (at, std::str::from_utf8(&bytes[at..]))) {
                Some((at, Err(error))) if error.error_len().is_none() => &bytes[..at],
                _ => bytes,
            }
        }
    }
}

/// `bytes` without the rest of a character that the cut left at the start.
fn trim_start(bytes: &[u8]) -> &[u8] {
    let rest = bytes.iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    &bytes[rest..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(head: &[u8], tail: &[u8], left_out: u64) -> Captured {
        Captured { head: head.to_vec(), tail: tail.to_vec(), left_out }
    }

    #[test]
    fn a_whole_stream_is_given_as_it_was() {
        assert_eq!(captured(b"ab\n", b"", 0).to_text(), "ab\n");
        // A character that lies across head and tail stays whole.
        assert_eq!(captured(b"a\xc3", b"\xa9b", 0).to_text(), "aéb");
        assert_eq!(captured(b"\xff\xfeok", b"", 0).to_text(), "\u{fffd}\u{fffd}ok");
    }

    #[test]
    fn a_cut_stream_says_what_is_missing() {
        assert_eq!(captured(b"ab", b"yz", 7).to_text(), "ab\n[... 7 bytes left out ...]\nyz");
    }

    #[test]
    fn a_cut_never_leaves_half_a_character() {
        let text = captured("a日".as_bytes().split_at(3).0, &"日z".as_bytes()[1..], 5).to_text();
        assert_eq!(text, "a\n[... 9 bytes left out ...]\nz");
        let text = captured(b"\xff-\xe6\x97", b"z", 5).to_text();
        assert_eq!(text, "\u{fffd}-\n[... 7 bytes left out ...]\nz");
    }

    #[test]
    fn a_count_that_a_worker_made_up_is_told_all_the_same() {
        let text = captured(b"a\xc3", b"z", u64::MAX).to_text();
        assert_eq!(text, format!("a\n[... {} bytes left out ...]\nz", u64::MAX));
    }

    #[test]
    fn every_kind_has_its_status() {
        let outcome = |kind: Option<ErrorKind>| Outcome {
            failure: kind.map(|kind| Failure::new(kind, "T", "")),
            ..Outcome::default()
        };
        assert_eq!(outcome(None).status(), RunStatus::Ok);
        assert_eq!(outcome(Some(ErrorKind::Exit)).status(), RunStatus::Error);
        assert_eq!(outcome(Some(ErrorKind::Crash)).status(), RunStatus::Error);
        assert_eq!(outcome(Some(ErrorKind::Stack)).status(), RunStatus::Limit);
    }
}
