//! Running calls side by side, each in a task of its own.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use crate::tool::ErasedTool;
use crate::{ToolError, ToolOutput};

/// A call to run.
pub(super) struct Job {
    /// Its place in the group.
    pub(super) index: usize,
    pub(super) tool: Arc<dyn ErasedTool>,
    pub(super) arguments: Map<String, Value>,
}

/// How a call ended without a result.
pub(super) enum Finished {
    Failed(ToolError),
    Panicked,
    TimedOut(Duration),
    RunOver,
}

/// A failure in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    /// For the model.
    pub(super) text: String,
    /// For people.
    pub(super) message: String,
    /// Whether it ends the run whatever the policy says.
    pub(super) fatal: bool,
}

impl Finished {
    pub(super) fn into_parts(self, tool: &str) -> Failure {
        let (message, fatal) = match self {
            Self::Failed(ToolError::TellModel(message)) => (message, false),
            Self::Failed(ToolError::Fatal(message)) => (message, true),
            Self::Panicked => {
                let fault = "that is a fault of the tool, not of the arguments";
                (format!("`{tool}` broke down; {fault}"), false)
            }
            Self::TimedOut(after) => {
                (format!("`{tool}` gave no result within {after:?} and was given up"), false)
            }
            Self::RunOver => (format!("the run's time was over before `{tool}` was done"), false),
        };
        Failure { text: error_text(&message), message, fatal }
    }
}

/// A text that has an `[error]` line, as the tool server's has, is complete in itself.
fn error_text(message: &str) -> String {
    if message.lines().any(|line| line.starts_with("[error]")) {
        message.to_owned()
    } else {
        format!("[error] {message}")
    }
}

/// Runs the jobs at the same time and calls `finish` for each as it ends, with the time it
/// took. Returns false when `run_deadline` came before the end; the tasks of calls that are
/// not done by then, or within `time_out`, are aborted.
pub(super) async fn run_group(
    jobs: Vec<Job>,
    time_out: Duration,
    run_deadline: Instant,
    mut finish: impl FnMut(usize, Result<ToolOutput, Finished>, Duration),
) -> bool {
    let started = Instant::now();
    let mut tasks = JoinSet::new();
    let mut open: Vec<(usize, tokio::task::Id)> = Vec::new();
    for Job { index, tool, arguments } in jobs {
        // A task of its own: a panic stays inside, and a tool that blocks its thread does not
        // keep the loop from watching the clock.
        let handle = tasks.spawn(async move { tool.run(arguments).await });
        open.push((index, handle.id()));
    }
    let tool_deadline = started + time_out;
    let deadline = tool_deadline.min(run_deadline);
    while let Ok(Some(joined)) = timeout_at(deadline, tasks.join_next_with_id()).await {
        let (id, result) = match joined {
            Ok((id, result)) => (id, result.map_err(Finished::Failed)),
            Err(error) => (error.id(), Err(Finished::Panicked)),
        };
        if let Some(position) = open.iter().position(|(_, open)| *open == id) {
            let (index, _) = open.remove(position);
            finish(index, result, started.elapsed());
        }
    }
    let run_over = !open.is_empty() && run_deadline <= tool_deadline;
    for (index, _) in open {
        let finished = if run_over { Finished::RunOver } else { Finished::TimedOut(time_out) };
        finish(index, Err(finished), started.elapsed());
    }
    // Dropping the set aborts what still runs.
    !run_over
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_has_its_own_text() {
        let text = |finished: Finished| finished.into_parts("f").text;
        assert_eq!(text(Finished::Failed(ToolError::tell("no such city"))), "[error] no such city");
        assert_eq!(
            text(Finished::Failed(ToolError::tell("1\n[error] ZeroDivisionError: x"))),
            "1\n[error] ZeroDivisionError: x"
        );
        assert_eq!(
            text(Finished::Panicked),
            "[error] `f` broke down; that is a fault of the tool, not of the arguments"
        );
        assert_eq!(
            text(Finished::TimedOut(Duration::from_secs(90))),
            "[error] `f` gave no result within 90s and was given up"
        );
        assert!(Finished::Failed(ToolError::fatal("gone")).into_parts("f").fatal);
    }
}
