//! Whether an answer is right.

use jupan_api::{ErrorKind, ExecuteResponse, RunStatus};

use crate::Program;
use crate::ending::{describe, is_limit};

/// The time that a run may take beyond its limit on a machine that is busy elsewhere, in
/// milliseconds. Beyond that the limit does not work.
const MAX_LATE_MS: f64 = 2000.0;
/// The server's default limit on time, for programs that set none.
pub(crate) const DEFAULT_WALL_MS: u64 = 5000;
/// What the line that tells of a cut has at most, in bytes.
const MARK_BYTES: u64 = 100;
/// The most bytes of a text that a mismatch shows.
const SHOWN_BYTES: usize = 400;

/// Something that is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// What: "ending", "stdout", "time" and so on.
    pub what: &'static str,
    /// How it must be.
    pub expected: String,
    /// How it is.
    pub got: String,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: expected {}, got {}", self.what, self.expected, self.got)
    }
}

pub(crate) fn mismatch(
    what: &'static str,
    expected: impl Into<String>,
    got: impl AsRef<str>,
) -> Mismatch {
    Mismatch { what, expected: expected.into(), got: clip(got.as_ref()) }
}

fn clip(text: &str) -> String {
    if text.len() <= SHOWN_BYTES {
        return text.to_owned();
    }
    format!("{}…", &text[..text.floor_char_boundary(SHOWN_BYTES)])
}

/// Everything about `response`, which came of running `program`, that is not as it must be.
pub(crate) fn judge(program: &Program, response: &ExecuteResponse) -> Vec<Mismatch> {
    let mut wrong = Vec::new();
    let error = response.error.as_ref();
    if !program.expect.iter().any(|ending| ending.matches(error)) {
        let expected: Vec<String> = program.expect.iter().map(ToString::to_string).collect();
        wrong.push(mismatch("ending", expected.join(" or "), describe(response)));
    }
    let stdout = &response.stdout;
    if program.stdout.as_ref().is_some_and(|wanted| wanted != stdout) {
        wrong.push(mismatch("stdout", format!("{:?}", program.stdout), format!("{stdout:?}")));
    }
    if let Some(wanted) = program.stdout_contains.as_ref().filter(|text| !stdout.contains(*text)) {
        wrong.push(mismatch("stdout", format!("{wanted:?} in it"), format!("{stdout:?}")));
    }
    if let Some(unwanted) = program.stdout_lacks.as_ref().filter(|text| stdout.contains(*text)) {
        wrong.push(mismatch("stdout", format!("no {unwanted:?} in it"), format!("{stdout:?}")));
    }
    if let Some(wanted) = program.error_contains.as_ref().filter(|t| !response.text.contains(*t)) {
        wrong.push(mismatch("text", format!("{wanted:?} in it"), &response.text));
    }
    wrong.extend(judge_form(program, response));
    wrong
}

/// What holds for every answer, whatever the program.
fn judge_form(program: &Program, response: &ExecuteResponse) -> Vec<Mismatch> {
    let mut wrong = Vec::new();
    let kind = response.error.as_ref().map(|error| error.kind);
    let status = match kind {
        None => RunStatus::Ok,
        Some(kind) if is_limit(kind) => RunStatus::Limit,
        Some(_) => RunStatus::Error,
    };
    if response.status != status {
        wrong.push(mismatch("status", format!("{status:?}"), format!("{:?}", response.status)));
    }
    let said = match kind {
        Some(ErrorKind::Timeout) => "time limit",
        Some(ErrorKind::Fuel) => "instruction limit",
        Some(ErrorKind::Memory) => "memory limit",
        Some(ErrorKind::Output) => "output limit",
        Some(ErrorKind::Stack) => "stack limit",
        Some(_) => "[error] ",
        None => "",
    };
    if !response.text.contains(said) {
        wrong.push(mismatch("text", format!("{said:?} in it"), &response.text));
    }
    let wall_ms = program.limits.wall_ms.unwrap_or(DEFAULT_WALL_MS);
    if response.usage.wall_ms > wall_ms as f64 + MAX_LATE_MS {
        let expected = format!("at most {wall_ms} ms and {MAX_LATE_MS} ms for a busy machine");
        wrong.push(mismatch("time", expected, format!("{} ms", response.usage.wall_ms)));
    }
    if let Some(limit) = program.limits.memory_bytes {
        let limit = limit + program.extra_memory_bytes;
        let peak = response.usage.memory_peak_bytes;
        if peak > limit {
            wrong.push(mismatch("memory", format!("at most {limit} bytes"), format!("{peak}")));
        }
    }
    if let Some(limit) = program.limits.output_bytes {
        // A byte that is no UTF-8 is replaced by a character of three.
        let most = 3 * limit + MARK_BYTES;
        for (what, text) in [("stdout", &response.stdout), ("stderr", &response.stderr)] {
            if text.len() as u64 > most {
                let got = format!("{} bytes", text.len());
                wrong.push(mismatch(what, format!("at most {most} bytes"), got));
            }
        }
    }
    wrong
}
