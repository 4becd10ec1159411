//! What came of a program, in the form that is compared and kept.

use diffy::DiffOptions;
use jupan_sandbox::{Failure, Outcome};
use serde::{Deserialize, Serialize};

/// What came of a program. Texts are kept as lists of lines, so that a change of what is recorded
/// can be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// What it printed, by lines that keep their ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stdout: Vec<String>,
    /// `repr` of its last expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Why it ended early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<SeenError>,
}

/// An exception that left a program, or what else ended it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenError {
    /// The exception's type, or the name of a limit.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Its message.
    pub message: String,
    /// Line of the program, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The traceback, by lines that keep their ends; empty if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traceback: Vec<String>,
}

impl Seen {
    /// What the sandbox says of a run.
    #[must_use]
    pub fn in_sandbox(outcome: Outcome) -> Self {
        Self {
            stdout: lines(&outcome.stdout.to_text()),
            result: outcome.result,
            error: outcome.failure.map(SeenError::from),
        }
    }

    /// The lines in which `other` differs, with those around them; `None` if it does not.
    #[must_use]
    pub fn diff(&self, other: &Self) -> Option<String> {
        if self == other {
            return None;
        }
        let (old, new) = (self.to_string(), other.to_string());
        let patch = DiffOptions::new().set_context_len(2).create_patch(&old, &new).to_string();
        // The first two lines name files.
        Some(patch.split_inclusive('\n').skip(2).collect())
    }
}

impl From<Failure> for SeenError {
    fn from(failure: Failure) -> Self {
        Self {
            type_name: failure.type_name,
            message: failure.message,
            line: failure.line,
            traceback: traceback_lines(&failure.traceback.unwrap_or_default()),
        }
    }
}

impl std::fmt::Display for Seen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for line in &self.stdout {
            f.write_str(line)?;
        }
        if self.stdout.last().is_some_and(|line| !line.ends_with('\n')) {
            writeln!(f, "<no end of line>")?;
        }
        if let Some(result) = &self.result {
            writeln!(f, "=> {result}")?;
        }
        let Some(error) = &self.error else { return Ok(()) };
        let line = error.line.map_or_else(String::new, |line| format!(" (line {line})"));
        writeln!(f, "!! {}: {}{line}", error.type_name, error.message)?;
        error.traceback.iter().try_for_each(|line| f.write_str(line))
    }
}

/// The lines of `text` with their ends.
pub(super) fn lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect()
}

/// The lines of a traceback without the frames of library files: where those lie and which lines
/// of theirs run is each library's own.
pub(super) fn traceback_lines(text: &str) -> Vec<String> {
    let mut kept = Vec::new();
    let mut skipped: Option<String> = None;
    for line in text.split_inclusive('\n') {
        // What belongs to a frame is indented by two spaces more.
        if skipped.as_ref().is_some_and(|indent| line.starts_with(indent.as_str())) {
            continue;
        }
        skipped = library_frame(line).map(|indent| format!("{indent}  "));
        if skipped.is_none() {
            kept.push(line.to_owned());
        }
    }
    kept
}

/// The indentation of a line that names a place in a library.
fn library_frame(line: &str) -> Option<&str> {
    let (indent, rest) = line.split_once("File \"")?;
    let is_frame = indent.starts_with("  ") && indent.chars().all(|char| " |".contains(char));
    let is_own = rest.starts_with("program.py\"") || rest.starts_with('<');
    (is_frame && !is_own).then_some(indent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_libraries_are_left_out() {
        let text = "Traceback (most recent call last):
  File \"program.py\", line 4, in <module>
    run()
    ~~~^^
  File \"/lib/asyncio/runners.py\", line 194, in run
    return runner.run(main)
           ~~~~~~~~~~^^^^^^
  File \"asyncio.base\", line 1, in run
  File \"<string>\", line 1, in inner
ValueError: the File \"x\" is not there
  | File \"/lib/x.py\", line 1, in y
  |   quoted
  | ValueError
";
        let kept = "Traceback (most recent call last):
  File \"program.py\", line 4, in <module>
    run()
    ~~~^^
  File \"<string>\", line 1, in inner
ValueError: the File \"x\" is not there
  | ValueError
";
        assert_eq!(traceback_lines(text), lines(kept));
    }

    #[test]
    fn a_difference_shows_what_is_around_it() {
        let seen = |stdout: &str| Seen { stdout: lines(stdout), ..Seen::default() };
        assert_eq!(seen("1\n").diff(&seen("1\n")), None);
        assert_eq!(
            seen("1\n2\n3\n").diff(&seen("1\n2\n4")).as_deref(),
            Some("@@ -1,3 +1,3 @@\n 1\n 2\n-3\n+4<no end of line>\n")
        );
    }
}
