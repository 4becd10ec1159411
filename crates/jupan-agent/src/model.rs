//! Models: what the loop asks, what it gets back, and how that can fail.

use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Message, ToolCall, ToolSpec};

mod http;
mod scripted;

pub use http::{Api, HttpModel, HttpModelError, HttpModelSettings, RetryPolicy};
pub use scripted::{Line, ScriptedModel};

/// A language model.
#[async_trait]
pub trait Model: Send + Sync {
    /// Its name, for traces.
    fn name(&self) -> &str;

    /// Asks for the next answer. `progress` is told of what happens meanwhile.
    async fn ask(
        &self,
        request: ModelRequest<'_>,
        progress: &(dyn Fn(ModelProgress) + Send + Sync),
    ) -> Result<ModelAnswer, ModelError>;
}

#[async_trait]
impl Model for Box<dyn Model> {
    fn name(&self) -> &str {
        self.as_ref().name()
    }

    async fn ask(
        &self,
        request: ModelRequest<'_>,
        progress: &(dyn Fn(ModelProgress) + Send + Sync),
    ) -> Result<ModelAnswer, ModelError> {
        self.as_ref().ask(request, progress).await
    }
}

/// What a model is asked.
#[derive(Debug, Clone, Copy)]
pub struct ModelRequest<'a> {
    /// The system prompt; empty for none.
    pub system: &'a str,
    /// The conversation so far.
    pub messages: &'a [Message],
    /// The tools.
    pub tools: &'a [ToolSpec],
    /// Whether it may call them. When it may not, it is asked for text alone.
    pub tools_allowed: bool,
}

/// What happens during a model call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelProgress {
    /// A piece of the answer's text arrived.
    TextDelta(String),
    /// A request failed and is made again after `delay`; pieces so far are void.
    Retry {
        /// What failed.
        reason: String,
        /// The time until then.
        delay: Duration,
    },
}

/// An answer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelAnswer {
    /// What it said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What it thought, where the provider keeps that apart. It is for traces and is not
    /// sent back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<String>,
    /// The tools it calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// Why the answer ends where it ends.
    #[serde(default)]
    pub finish: Finish,
    /// What it used, where the provider says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    /// See [`crate::AssistantMessage::provider_items`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provider_items: Vec<Value>,
    /// What had to be put right to read the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl ModelAnswer {
    /// A final answer.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// Calls.
    #[must_use]
    pub fn calls(calls: impl IntoIterator<Item = ToolCall>) -> Self {
        Self { calls: calls.into_iter().collect(), ..Self::default() }
    }
}

/// Why an answer ends where it ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// The model was done.
    #[default]
    Done,
    /// The provider's limit on an answer's length cut it off.
    CutOff,
    /// The provider's content filter cut it off.
    Filtered,
}

/// Tokens of one model call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// Into the model.
    pub input: u64,
    /// Out of it.
    pub output: u64,
}

/// A model call that gave no usable answer, all retries included.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ModelError {
    /// The kind.
    pub kind: ModelErrorKind,
    /// What happened.
    pub message: String,
}

impl ModelError {
    /// An error of this kind.
    pub fn new(kind: ModelErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

/// The kinds of failure of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelErrorKind {
    /// No connection, or it broke.
    Transport,
    /// No answer in time.
    TimeOut,
    /// The key was refused.
    Unauthorized,
    /// The provider refused the request.
    Refused,
    /// Too many requests, or the quota is used up.
    RateLimited,
    /// The provider failed.
    Provider,
    /// The provider could not parse the model's tool call, twice.
    ToolCallUnparsed,
    /// The stream ended before the answer did.
    Truncated,
    /// An answer that does not follow the wire format.
    Protocol,
    /// The answer was cut off by the provider's limit on its length.
    CutOff,
    /// The answer was cut off by the provider's content filter.
    Filtered,
    /// A scripted model met something that its script does not allow.
    Script,
}
