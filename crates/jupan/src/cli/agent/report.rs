//! What the user sees: the trace, the answer, or why there is none.

use std::io::{IsTerminal, stderr, stdout};
use std::path::Path;

use anyhow::{Context, Result};
use jupan_agent::{
    AnswerStream, Ending, JsonTrace, NoObserver, Observer, Outcome, Recording, SavedRun,
    TerminalTrace, printable,
};
use serde_json::json;

use super::{AgentArgs, Task};
use crate::exit::Exit;
use crate::output;

/// What is shown, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Report {
    json: bool,
    trace: bool,
    streams: bool,
}

impl Report {
    pub(super) fn new(args: &AgentArgs, task: &Task) -> Self {
        // The demonstration is there to show the steps.
        let trace = args.trace || (matches!(task, Task::Demo) && !args.json);
        Self { json: args.json, trace, streams: stdout().is_terminal() && !trace && !args.json }
    }

    /// Whether the answer is shown while it is being written.
    pub(super) const fn streams(self) -> bool {
        self.streams
    }

    pub(super) fn observer(self) -> Box<dyn Observer> {
        if self.streams {
            return Box::new(AnswerStream::new(stdout()));
        }
        if !self.trace {
            return Box::new(NoObserver);
        }
        if stderr().is_terminal() {
            let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
            return Box::new(TerminalTrace::new(stderr(), colour));
        }
        Box::new(JsonTrace::new(stderr()))
    }

    pub(super) fn finished(self, outcome: &Outcome, recording: Option<&Recording>) -> Result<Exit> {
        if self.json {
            let line = serde_json::to_string(outcome).context("cannot write the outcome")?;
            output::stdout(&format!("{line}\n")).context("cannot print the outcome")?;
        } else {
            self.print(outcome)?;
        }
        let differences =
            recording.map_or_else(Vec::new, |recording| recording.differences(outcome));
        for difference in &differences {
            output::stderr(&format!("jupan: other than recorded: {}\n", printable(difference)));
        }
        Ok(match exit(&outcome.ending) {
            Exit::Ok if !differences.is_empty() => Exit::ProgramFailed,
            exit => exit,
        })
    }

    fn print(self, outcome: &Outcome) -> Result<()> {
        if let Ending::Completed { answer } = &outcome.ending {
            if self.streams {
                return Ok(());
            }
            let answer = if stdout().is_terminal() { printable(answer) } else { answer.clone() };
            return output::stdout(&format!("{answer}\n")).context("cannot print the answer");
        }
        output::stderr(&format!("jupan: {}\n", printable(&outcome.ending.describe())));
        Ok(())
    }

    pub(super) fn waiting(self, saved: &SavedRun, save: Option<&Path>) -> Result<Exit> {
        let path = save.context("the run waits for a decision, but there is no --save FILE")?;
        let text = saved.to_json().context("cannot write the run")?;
        write_private(path, &text)
            .with_context(|| format!("cannot save the run to {}", path.display()))?;
        let request = saved.waiting_for();
        if self.json {
            let line = json!({"waiting_for": request, "saved": path});
            output::stdout(&format!("{line}\n")).context("cannot print what is waited for")?;
        } else {
            let path = path.display();
            output::stderr(&format!(
                "jupan: {} needs a decision; the run is in {path}. Take it up with \
                 `jupan agent --resume {path}`, and --tools and the rest as before\n",
                printable(&request.tool)
            ));
        }
        Ok(Exit::Waiting)
    }
}

const fn exit(ending: &Ending) -> Exit {
    match ending {
        Ending::Completed { .. } => Exit::Ok,
        Ending::StepLimit { .. } | Ending::Budget { .. } => Exit::Limit,
        Ending::Incomplete { .. }
        | Ending::InvalidAction { .. }
        | Ending::Denied { .. }
        | Ending::UnknownTool { .. }
        | Ending::ToolError { .. }
        | Ending::ModelError { .. } => Exit::ProgramFailed,
    }
}

/// Writes a file that others can't read: it holds a whole conversation.
fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write;

    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use jupan_agent::{Budget, ModelErrorKind};

    use super::*;

    #[test]
    fn a_limit_has_a_status_of_its_own() {
        let statuses = [
            Ending::Completed { answer: String::new() },
            Ending::StepLimit { limit: 1, closing: None },
            Ending::Budget { budget: Budget::Tokens, limit: 1, used: 2 },
            Ending::ModelError { error: ModelErrorKind::TimeOut, message: String::new() },
        ]
        .map(|ending| exit(&ending));
        assert_eq!(statuses, [Exit::Ok, Exit::Limit, Exit::Limit, Exit::ProgramFailed]);
    }
}
