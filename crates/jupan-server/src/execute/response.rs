//! Step 5: what came of the run, as the answer.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use jupan_api::{
    ExecuteResponse, ImageVersion, LeftOutFile, OutputFile, Picture, ProgramError, RunStatus,
    SessionAfterRun, Truncated, Usage,
};
use jupan_sandbox::{
    ErrorKind, Failure, ImageInfo, ImageReason, Limits, Outcome, Outputs, Program, Safeguard,
};

use crate::execute::files;
use crate::execute::hint::{Facts, hint};
use crate::units::{counted, on_one_line};

/// The answer for `outcome`, which came of running `program` in `image` under `limits`. The
/// command line gives the same answer as the HTTP endpoint because both call this.
#[must_use]
pub fn execute_response(
    program: &Program,
    limits: &Limits,
    image: &ImageInfo,
    outcome: Outcome,
) -> ExecuteResponse {
    answer(&Ran { program, limits, image }, outcome, None)
}

/// What was run, and how.
pub(crate) struct Ran<'a> {
    pub(crate) program: &'a Program,
    pub(crate) limits: &'a Limits,
    pub(crate) image: &'a ImageInfo,
}

/// The session that a program ran in.
pub(crate) struct SessionFacts<'a> {
    /// Whether no program ran in it before.
    pub(crate) is_first: bool,
    /// What has become of it.
    pub(crate) after: SessionAfterRun,
    /// All images that there are.
    pub(crate) images: &'a [ImageInfo],
}

/// The answer for `outcome` of what `ran`, in a `session` or alone.
pub(crate) fn answer(
    ran: &Ran<'_>,
    outcome: Outcome,
    session: Option<SessionFacts<'_>>,
) -> ExecuteResponse {
    let Ran { program, limits, image } = *ran;
    let status = match outcome.status() {
        jupan_sandbox::RunStatus::Ok => RunStatus::Ok,
        jupan_sandbox::RunStatus::Error => RunStatus::Error,
        jupan_sandbox::RunStatus::Limit => RunStatus::Limit,
    };
    let receipt = jupan_sandbox::receipt(program, limits, image, &outcome);
    let stdout = outcome.stdout.to_text();
    let stderr = outcome.stderr.to_text();
    let wants_files = program.outputs != Outputs::None;
    let session = session.as_ref();
    let hint = hint(&Facts { program, limits, image, outcome: &outcome, stdout: &stdout, session });

    // What the guest reports is bounded as what it prints is: it reaches the same reader.
    let max_bytes = Safeguard::AnswerText.unless_off(limits.output_bytes, u64::MAX);
    let clip = |text: String| clip(text, max_bytes);
    let result = outcome.result.map(clip);
    let error = outcome.failure.map(
        |Failure { kind, type_name, message, line, busy_loop: _, traceback }| ProgramError {
            kind: error_kind(kind),
            type_name: clip(type_name),
            message: clip(message),
            line,
            traceback: traceback.map(clip),
            hint: hint.clone(),
        },
    );
    let (files, files_left_out) = files::answer(outcome.files);
    let told = told_files(&files, &files_left_out, &outcome.pictures);
    ExecuteResponse {
        status,
        text: text(&stdout, result.as_deref(), error.as_ref(), told, hint.as_deref()),
        result,
        error,
        truncated: Truncated {
            stdout_bytes: outcome.stdout.left_out,
            stderr_bytes: outcome.stderr.left_out,
        },
        stdout,
        stderr,
        files: wants_files.then_some(files),
        files_left_out,
        receipt,
        usage: Usage {
            wall_ms: outcome.usage.wall.as_micros() as f64 / 1e3,
            fuel: outcome.usage.fuel,
            memory_peak_bytes: outcome.usage.memory_peak_bytes,
        },
        image: ImageVersion {
            name: image.name.clone(),
            version: image.version.clone(),
            reason: reason(&outcome.reason),
        },
        images: outcome.pictures.into_iter().map(picture).collect(),
        result_html: outcome.html,
        fresh: session.is_none_or(|session| session.is_first),
        session: session.map(|session| session.after.clone()),
    }
}

/// Why a program ran where it did, if that has to be said.
fn reason(reason: &ImageReason) -> Option<String> {
    match reason {
        ImageReason::First => None,
        ImageReason::Asked => Some("asked for".to_owned()),
        ImageReason::Imports(packages) => Some(format!("imports {}", packages.join(", "))),
    }
}

fn picture(picture: jupan_sandbox::Picture) -> Picture {
    let jupan_sandbox::Picture { mime, width, height, alt, bytes } = picture;
    Picture { mime, base64: BASE64_STANDARD.encode(bytes), width, height, alt }
}

/// The one string for a model: what was printed, then the value or the error, then the hint.
fn text(
    stdout: &str,
    result: Option<&str>,
    error: Option<&ProgramError>,
    files: Option<String>,
    hint: Option<&str>,
) -> String {
    let error = error.map(|error| {
        let mut line = format!("[error] {}", error.type_name);
        if !error.message.is_empty() {
            line.push_str(": ");
            line.push_str(&error.message);
        }
        if let Some(number) = error.line {
            line.push_str(&format!(" (line {number})"));
        }
        line
    });
    let printed = Some(stdout.trim()).filter(|printed| !printed.is_empty());
    let mut lines: Vec<&str> = printed.into_iter().chain(result).chain(error.as_deref()).collect();
    if lines.is_empty() && files.is_none() {
        lines.push("(no output)");
    }
    lines.extend(files.as_deref());
    let hint = hint.map(|hint| format!("[hint] {hint}"));
    lines.extend(hint.as_deref());
    lines.join("\n")
}

/// The pictures, the files that come back, and those that do not, in words.
fn told_files(
    files: &[OutputFile],
    left_out: &[LeftOutFile],
    pictures: &[jupan_sandbox::Picture],
) -> Option<String> {
    const MOST: usize = 20;
    let there = files
        .iter()
        .map(|file| format!("[file] {}, {}", on_one_line(&file.name), counted(file.bytes, "byte")));
    let gone =
        left_out.iter().map(|file| format!("[file] {}: {}", on_one_line(&file.name), file.reason));
    let pictures = pictures.iter().map(|one| format!("[picture] {}", on_one_line(&one.alt)));
    let mut lines: Vec<String> = pictures.chain(there).chain(gone).collect();
    let more = lines.len().saturating_sub(MOST);
    lines.truncate(MOST);
    if more > 0 {
        lines.push(format!("[file] and {more} more"));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// `text` with its middle left out if it has more than `max` bytes.
fn clip(text: String, max: u64) -> String {
    let max = usize::try_from(max).unwrap_or(usize::MAX);
    if text.len() <= max {
        return text;
    }
    let head = &text[..text.floor_char_boundary(max / 2)];
    let tail = &text[text.ceil_char_boundary(text.len() - max / 2)..];
    let left_out = text.len() - head.len() - tail.len();
    format!("{head}\n[... {left_out} bytes left out ...]\n{tail}")
}

/// The same kinds on both sides of the boundary; a new one has to be decided on here.
fn error_kind(kind: ErrorKind) -> jupan_api::ErrorKind {
    match kind {
        ErrorKind::Exception => jupan_api::ErrorKind::Exception,
        ErrorKind::Syntax => jupan_api::ErrorKind::Syntax,
        ErrorKind::Exit => jupan_api::ErrorKind::Exit,
        ErrorKind::Timeout => jupan_api::ErrorKind::Timeout,
        ErrorKind::Fuel => jupan_api::ErrorKind::Fuel,
        ErrorKind::Memory => jupan_api::ErrorKind::Memory,
        ErrorKind::Output => jupan_api::ErrorKind::Output,
        ErrorKind::Stack => jupan_api::ErrorKind::Stack,
        ErrorKind::Crash => jupan_api::ErrorKind::Crash,
    }
}

#[cfg(test)]
mod tests;
