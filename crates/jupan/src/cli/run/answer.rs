//! The answer of the endpoint, for people.

use std::path::Path;
use std::{fs, io};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::files::{self, Left, LeftOut};
use super::picture::{self, Picture};
use crate::exit::Exit;
use crate::output;

/// The part of an answer that is shown.
#[derive(Debug, Deserialize)]
pub(super) struct Answer {
    status: Status,
    stdout: String,
    stderr: String,
    result: Option<String>,
    error: Option<ProgramError>,
    #[serde(default)]
    files: Vec<Left>,
    #[serde(default)]
    files_left_out: Vec<LeftOut>,
    #[serde(default)]
    images: Vec<Picture>,
    result_html: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Ok,
    Error,
    Limit,
}

#[derive(Debug, Deserialize)]
struct ProgramError {
    #[serde(rename = "type")]
    type_name: String,
    message: String,
    line: Option<u32>,
    traceback: Option<String>,
    hint: Option<String>,
}

/// What the endpoint says when it refuses a request.
#[derive(Deserialize)]
pub(in crate::cli) struct Refusal {
    error: RefusalDetail,
}

#[derive(Deserialize)]
struct RefusalDetail {
    message: String,
}

impl Refusal {
    /// The reason in `reply`.
    pub(in crate::cli) fn message(reply: &str) -> String {
        match serde_json::from_str::<Self>(reply) {
            Ok(refusal) => refusal.error.message,
            // Not the contract's form: all there is to show is what came.
            Err(_) => format!("the program was refused: {reply}"),
        }
    }
}

impl Answer {
    /// Reads the body of a 200.
    pub(super) fn parse(reply: &str) -> Result<Self> {
        serde_json::from_str(reply).context("the answer is not of the form it should have")
    }

    /// What the command's exit status says about the program.
    pub(super) fn exit(&self) -> Exit {
        match self.status {
            Status::Ok => Exit::Ok,
            Status::Error => Exit::ProgramFailed,
            Status::Limit => Exit::Limit,
        }
    }

    /// Prints the streams to where they belong, then the value of the last expression to
    /// stdout or the error to stderr.
    pub(super) fn print(&self) -> io::Result<()> {
        let written = output::stdout(&self.for_stdout());
        output::stderr(&self.for_stderr());
        written
    }

    /// Writes the files that the program left to `folder`, and says which are missing.
    pub(super) fn write_files(&self, folder: &Path) -> Result<()> {
        output::stderr(&self.files_left_out.iter().map(LeftOut::line).collect::<String>());
        files::write(&self.files, folder)
    }

    /// Writes the last value to `file` as HTML, or says that it has no such form.
    pub(super) fn write_html(&self, file: &Path) -> Result<()> {
        let Some(html) = &self.result_html else {
            // Of a program that failed its error says enough.
            if self.error.is_none() {
                output::stderr(
                    "the last value has no form in HTML: only tables of pandas have one\n",
                );
            }
            return Ok(());
        };
        fs::write(file, html).with_context(|| format!("cannot write {}", file.display()))
    }

    /// Writes the pictures to the folder `dir`, under names that are free, and says which.
    pub(super) fn write_pictures(&self, dir: &Path) -> Result<()> {
        picture::write(&self.images, dir)
            .with_context(|| format!("cannot write the pictures to {}", dir.display()))
    }

    fn for_stdout(&self) -> String {
        let mut text = self.stdout.clone();
        if let Some(result) = &self.result {
            end_line(&mut text);
            text.push_str(result);
            text.push('\n');
        }
        text
    }

    fn for_stderr(&self) -> String {
        let mut text = self.stderr.clone();
        if let Some(error) = &self.error {
            end_line(&mut text);
            match (&error.traceback, error.line) {
                (Some(traceback), _) => text.push_str(traceback.trim_end()),
                (None, Some(line)) => {
                    text.push_str(&format!("{}: {} (line {line})", error.type_name, error.message));
                }
                (None, None) => text.push_str(&format!("{}: {}", error.type_name, error.message)),
            }
            text.push('\n');
            if let Some(hint) = &error.hint {
                text.push_str(&format!("hint: {hint}\n"));
            }
        }
        text
    }
}

fn end_line(text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(stdout: &str, result: Option<&str>, error: serde_json::Value) -> Answer {
        let status = if error.is_null() { "ok" } else { "error" };
        let answer = json!({
            "status": status, "stdout": stdout, "stderr": "", "result": result, "error": error
        });
        Answer::parse(&answer.to_string()).unwrap()
    }

    #[test]
    fn the_value_stands_on_a_line_of_its_own() {
        assert_eq!(answer("", Some("2"), json!(null)).for_stdout(), "2\n");
        assert_eq!(answer("a\n", Some("2"), json!(null)).for_stdout(), "a\n2\n");
        assert_eq!(answer("a", Some("2"), json!(null)).for_stdout(), "a\n2\n");
        assert_eq!(answer("a", None, json!(null)).for_stdout(), "a");
    }

    #[test]
    fn an_error_is_its_traceback_or_else_its_message() {
        let mut error = json!({
            "type": "TimeLimitExceeded", "message": "time limit of 5 ms reached",
            "line": null, "traceback": null, "hint": "do less"
        });
        assert_eq!(
            answer("", None, error.clone()).for_stderr(),
            "TimeLimitExceeded: time limit of 5 ms reached\nhint: do less\n"
        );
        error["line"] = json!(3);
        error["hint"] = json!(null);
        assert_eq!(
            answer("", None, error.clone()).for_stderr(),
            "TimeLimitExceeded: time limit of 5 ms reached (line 3)\n"
        );
        error["traceback"] = json!("Traceback (most recent call last):\nE: m\n");
        assert_eq!(
            answer("", None, error).for_stderr(),
            "Traceback (most recent call last):\nE: m\n"
        );
    }

    #[test]
    fn a_refusal_gives_its_reason() {
        let reply = json!({ "error": { "code": "invalid_field", "message": "no", "field": null, "request_id": "1" } });
        assert_eq!(Refusal::message(&reply.to_string()), "no");
        assert_eq!(Refusal::message("?"), "the program was refused: ?");
    }
}
