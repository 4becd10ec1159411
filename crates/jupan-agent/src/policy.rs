//! The rules of a run: limits, and what happens when something goes wrong.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The rules of a run. Every limit is finite; there is no value that turns one off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// Model calls. Default: [`Self::DEFAULT_MAX_STEPS`].
    pub max_steps: u32,
    /// Tokens in and out, all model calls together; looked at before each model call and
    /// before tools are run. Default: [`Self::DEFAULT_MAX_TOKENS`].
    pub max_tokens: u64,
    /// Tool calls that are run. Default: [`Self::DEFAULT_MAX_TOOL_CALLS`].
    pub max_tool_calls: u32,
    /// Wall-clock time without the time spent waiting for approval. It ends a model call or
    /// a tool in the middle. Default: [`Self::DEFAULT_MAX_WALL`].
    pub max_wall: Duration,
    /// Wall-clock time of one tool call. A tool that blocks its thread can't be stopped; its
    /// call is given up all the same. Default: [`Self::DEFAULT_TOOL_TIME_OUT`].
    pub tool_time_out: Duration,
    /// Bytes of one tool result that enter the transcript; head and tail of a longer one are
    /// kept. Default: [`Self::DEFAULT_MAX_RESULT_BYTES`].
    pub max_result_bytes: usize,
    /// What a tool's failure does. Default: told to the model.
    pub on_tool_error: OnToolError,
    /// What a denied call does. Default: told to the model.
    pub on_denial: OnDenial,
    /// How often in a run the model is told that a tool does not exist, before the next such
    /// call ends the run. Default: [`Self::DEFAULT_MAX_UNKNOWN_TOOLS`].
    pub max_unknown_tools: u32,
    /// How many answers in a row may hold an action that can't be run (wrong arguments, or
    /// neither text nor call) and be told so, before the next one ends the run. Default:
    /// [`Self::DEFAULT_MAX_INVALID_ANSWERS`].
    pub max_invalid_answers: u32,
    /// How often in a run the same tool may be called with the same arguments, before the
    /// next such call ends the run. Default: [`Self::DEFAULT_MAX_SAME_CALLS`].
    pub max_same_calls: u32,
    /// What happens when the step limit is reached. Default: the run ends.
    pub at_step_limit: AtStepLimit,
}

/// What a tool's failure does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnToolError {
    /// The model is told and may try again. A failure that the tool calls fatal ends the run
    /// all the same.
    #[default]
    TellModel,
    /// The run ends with [`crate::Ending::ToolError`].
    EndRun,
}

/// What a denied call does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnDenial {
    /// The model is told the reason and goes on.
    #[default]
    TellModel,
    /// The run ends with [`crate::Ending::Denied`].
    EndRun,
}

/// What happens when the step limit is reached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AtStepLimit {
    /// The run ends.
    #[default]
    End,
    /// After the tools of the last step the model is asked once more, without tools, to sum
    /// up. The ending is [`crate::Ending::StepLimit`] all the same and carries what it said.
    AskWithoutTools,
}

/// A limit that leaves nothing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{field} is {value}; it must be at least {min}")]
pub struct PolicyError {
    /// The field of [`Policy`].
    pub field: &'static str,
    /// Its value.
    pub value: u64,
    /// The least value.
    pub min: u64,
}

impl Policy {
    /// 10 model calls.
    pub const DEFAULT_MAX_STEPS: u32 = 10;
    /// 200,000 tokens.
    pub const DEFAULT_MAX_TOKENS: u64 = 200_000;
    /// 50 tool calls.
    pub const DEFAULT_MAX_TOOL_CALLS: u32 = 50;
    /// 10 minutes.
    pub const DEFAULT_MAX_WALL: Duration = Duration::from_secs(600);
    /// 90 seconds: more than the default time-out of `jupan-client`, so that a call of the
    /// tool server ends with the client's own, clearer message.
    pub const DEFAULT_TOOL_TIME_OUT: Duration = Duration::from_secs(90);
    /// 16 KiB, about 4,000 tokens.
    pub const DEFAULT_MAX_RESULT_BYTES: usize = 16 << 10;
    /// 200 bytes: room for a little of head and tail and for the line between them.
    pub const MIN_MAX_RESULT_BYTES: usize = 200;
    /// 3 times.
    pub const DEFAULT_MAX_UNKNOWN_TOOLS: u32 = 3;
    /// 3 answers in a row.
    pub const DEFAULT_MAX_INVALID_ANSWERS: u32 = 3;
    /// 3 times.
    pub const DEFAULT_MAX_SAME_CALLS: u32 = 3;

    /// Checks that every limit leaves something to do.
    ///
    /// # Errors
    ///
    /// The first limit that does not.
    pub fn validate(&self) -> Result<(), PolicyError> {
        at_least("max_steps", self.max_steps.into(), 1)?;
        at_least("max_tokens", self.max_tokens, 1)?;
        at_least("max_wall_ms", millis(self.max_wall), 1)?;
        at_least("tool_time_out_ms", millis(self.tool_time_out), 1)?;
        at_least(
            "max_result_bytes",
            self.max_result_bytes as u64,
            Self::MIN_MAX_RESULT_BYTES as u64,
        )?;
        at_least("max_same_calls", self.max_same_calls.into(), 1)
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            max_steps: Self::DEFAULT_MAX_STEPS,
            max_tokens: Self::DEFAULT_MAX_TOKENS,
            max_tool_calls: Self::DEFAULT_MAX_TOOL_CALLS,
            max_wall: Self::DEFAULT_MAX_WALL,
            tool_time_out: Self::DEFAULT_TOOL_TIME_OUT,
            max_result_bytes: Self::DEFAULT_MAX_RESULT_BYTES,
            on_tool_error: OnToolError::default(),
            on_denial: OnDenial::default(),
            max_unknown_tools: Self::DEFAULT_MAX_UNKNOWN_TOOLS,
            max_invalid_answers: Self::DEFAULT_MAX_INVALID_ANSWERS,
            max_same_calls: Self::DEFAULT_MAX_SAME_CALLS,
            at_step_limit: AtStepLimit::default(),
        }
    }
}

fn at_least(field: &'static str, value: u64, min: u64) -> Result<(), PolicyError> {
    if value >= min { Ok(()) } else { Err(PolicyError { field, value, min }) }
}

pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_what_the_documentation_says() {
        let policy = Policy::default();
        assert_eq!(
            policy,
            Policy {
                max_steps: 10,
                max_tokens: 200_000,
                max_tool_calls: 50,
                max_wall: Duration::from_secs(600),
                tool_time_out: Duration::from_secs(90),
                max_result_bytes: 16_384,
                on_tool_error: OnToolError::TellModel,
                on_denial: OnDenial::TellModel,
                max_unknown_tools: 3,
                max_invalid_answers: 3,
                max_same_calls: 3,
                at_step_limit: AtStepLimit::End,
            }
        );
        assert_eq!(policy.validate(), Ok(()));
    }

    #[test]
    fn a_limit_that_leaves_nothing_to_do_is_refused() {
        let policy = Policy { max_steps: 0, ..Policy::default() };
        assert_eq!(
            policy.validate().unwrap_err().to_string(),
            "max_steps is 0; it must be at least 1"
        );
        let policy = Policy { max_result_bytes: 199, ..Policy::default() };
        assert_eq!(
            policy.validate(),
            Err(PolicyError { field: "max_result_bytes", value: 199, min: 200 })
        );
    }
}
