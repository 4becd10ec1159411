//! What came of a run.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{ModelErrorKind, Transcript};

/// A run that has ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Steps taken. One model call is one step, the one that proposed to finish included.
    pub steps: u32,
    /// Everything that was said. Every call in it has its result, whatever the ending, so
    /// that a conversation can go on from it.
    pub transcript: Transcript,
    /// The results of tools that ran and succeeded in this run.
    pub observations: Vec<Observation>,
    /// What the run used.
    pub usage: Usage,
}

impl Outcome {
    /// The answer, when the run was completed and in no other case.
    #[must_use]
    pub fn answer(&self) -> Option<&str> {
        match &self.ending {
            Ending::Completed { answer } => Some(answer),
            _ => None,
        }
    }
}

/// The ways a run ends. Exactly one holds; a limit is never dressed up as an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ending {
    /// The model gave its final answer, and the completion check, if there is one, holds.
    Completed {
        /// The answer.
        answer: String,
    },
    /// The model proposed to finish, but the observations don't prove it.
    Incomplete {
        /// What the model would have answered.
        proposed: String,
        /// What the completion check misses.
        missing: String,
    },
    /// The model went on making calls that can't be run, or the same call over and over.
    InvalidAction {
        /// The last thing that was wrong.
        reason: String,
    },
    /// A call was refused, and the refusal ends the run.
    Denied {
        /// The tool that was not run.
        tool: String,
        /// The approver's reason.
        reason: String,
    },
    /// The model went on calling tools that don't exist.
    UnknownTool {
        /// The last name it used.
        tool: String,
    },
    /// A tool failed, and the failure ends the run.
    ToolError {
        /// The tool.
        tool: String,
        /// What it reported.
        message: String,
    },
    /// The step limit was reached before a final answer.
    StepLimit {
        /// The limit.
        limit: u32,
        /// What the model said when it was asked, after the last step, to sum up without
        /// tools. It rests on an unfinished run and is not an answer.
        closing: Option<String>,
    },
    /// A budget was used up before a final answer.
    Budget {
        /// Which one.
        budget: Budget,
        /// The limit.
        limit: u64,
        /// What was used, or would have been with the calls that were not run.
        used: u64,
    },
    /// The model gave no usable answer.
    ModelError {
        /// The kind of failure.
        error: ModelErrorKind,
        /// What happened.
        message: String,
    },
}

impl Ending {
    /// The ending in one word, as in the serialised form.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Completed { .. } => "completed",
            Self::Incomplete { .. } => "incomplete",
            Self::InvalidAction { .. } => "invalid_action",
            Self::Denied { .. } => "denied",
            Self::UnknownTool { .. } => "unknown_tool",
            Self::ToolError { .. } => "tool_error",
            Self::StepLimit { .. } => "step_limit",
            Self::Budget { .. } => "budget",
            Self::ModelError { .. } => "model_error",
        }
    }

    /// The ending as one sentence for people.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Completed { answer } => answer.clone(),
            Self::Incomplete { missing, .. } => {
                format!("the model proposed to finish, but {missing}")
            }
            Self::InvalidAction { reason } => format!("the model can't be helped: {reason}"),
            Self::Denied { tool, reason } => format!("`{tool}` was not allowed: {reason}"),
            Self::UnknownTool { tool } => {
                format!("the model keeps calling tools that don't exist, last `{tool}`")
            }
            Self::ToolError { tool, message } => format!("`{tool}` failed: {message}"),
            Self::StepLimit { limit, .. } => {
                format!("the limit of {limit} steps was reached without an answer")
            }
            Self::Budget { budget, limit, used } => {
                let unit = budget.unit();
                format!("the budget of {limit} {unit} was reached ({used} used) without an answer")
            }
            Self::ModelError { message, .. } => format!("the model failed: {message}"),
        }
    }
}

/// The budgets of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// Tokens that went in and came out, all model calls together.
    Tokens,
    /// Tool calls.
    ToolCalls,
    /// Wall-clock time in milliseconds, without the time spent waiting for approval.
    WallMs,
}

impl Budget {
    const fn unit(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::ToolCalls => "tool calls",
            Self::WallMs => "milliseconds",
        }
    }
}

/// The result of a tool that ran and succeeded. Failures, refusals and calls that were not
/// run leave none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The step in which the call was made.
    pub step: u32,
    /// The call's id.
    pub call_id: String,
    /// The tool.
    pub tool: String,
    /// The arguments as the tool got them.
    pub arguments: Value,
    /// The result as the model sees it.
    pub text: String,
    /// The result for programs, where the tool gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

/// What a run used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Model calls, the closing one after the last step included.
    pub model_calls: u32,
    /// Tool calls that were run.
    pub tool_calls: u32,
    /// Tokens that went into the model.
    pub input_tokens: u64,
    /// Tokens that came out of it.
    pub output_tokens: u64,
    /// Whether tokens are partly an estimate, since the provider did not report them.
    pub estimated: bool,
    /// Wall-clock time in milliseconds, without the time spent waiting for approval.
    pub wall_ms: u64,
}

impl Usage {
    /// Tokens in and out.
    #[must_use]
    pub const fn tokens(&self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }
}
