//! An agent loop that uses the Jupan tool server for its calculations.
//!
//! # Model
//!
//! ```text
//!             +-------------------------------------------------------------+
//!             v                                                             |
//! question -> ask the model -> no call  -> completion check -> Outcome      |
//!                           -> calls    -> check arguments                  |
//!                                       -> ask for approval (acting tools)  |
//!                                       -> run, side by side where allowed  |
//!                                       -> one result per call, in order ---+
//! ```
//!
//! One model call is one step. A run ends in exactly one [`Ending`]; a limit is never
//! reported as an answer. Every call in a [`Transcript`] has its result, whatever the ending.
//! [`Policy`] has the rules, [`Event`] what happens meanwhile. A run that needs a decision
//! can be put aside as JSON and taken up in another process, see [`SavedRun`].
//!
//! Models are reached over chat completions or the Responses API of any OpenAI-compatible
//! provider, see [`HttpModel`]; [`ScriptedModel`] follows a script.
//!
//! # Example
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use jupan_agent::tools::Calculate;
//! use jupan_agent::{Agent, ModelAnswer, ScriptedModel, ToolCall};
//! use serde_json::json;
//!
//! let model = ScriptedModel::new([
//!     ModelAnswer::calls([ToolCall::new("1", "calculate", json!({"a": 37, "op": "*", "b": 48}))]),
//!     ModelAnswer::text("37 × 48 = 1776"),
//! ]);
//! let agent = Agent::builder(model).tool(Calculate::new()).build()?;
//! let outcome = agent.run("What is 37 × 48?").await;
//! assert_eq!(outcome.answer(), Some("37 × 48 = 1776"));
//! assert_eq!(outcome.steps, 2);
//! # Ok::<(), jupan_agent::BuildError>(())
//! # }).unwrap();
//! ```

mod agent;
mod approval;
mod completion;
mod config;
mod demo;
mod event;
mod message;
mod model;
mod outcome;
mod policy;
mod prompt;
mod replay;
mod tool;
pub mod tools;
mod trace;

pub use agent::{Agent, AgentBuilder, BuildError, Progress, SavedRun, SavedRunError};
pub use approval::{
    AllowAll, ApprovalRequest, Approver, Decided, Decision, DenyAll, TerminalApprover, WaitAlways,
};
pub use completion::{CompletionCheck, ToolSucceeded};
pub use config::{ConfigError, DEFAULT_BASE_URL, ModelOptions, Variables};
pub use demo::{DEMO_QUESTION, demo_model};
pub use event::{Event, NoObserver, Observer};
pub use message::{
    AssistantMessage, Message, PairingError, RawArguments, ToolCall, ToolMessage, ToolUse,
    Transcript, Turn, UserMessage,
};
pub use model::{
    Api, Finish, HttpModel, HttpModelError, HttpModelSettings, Line, Model, ModelAnswer,
    ModelError, ModelErrorKind, ModelProgress, ModelRequest, RetryPolicy, ScriptedModel, Tokens,
};
pub use outcome::{Budget, Ending, Observation, Outcome, Usage};
pub use policy::{AtStepLimit, OnDenial, OnToolError, Policy, PolicyError};
pub use prompt::DEFAULT_SYSTEM_PROMPT;
pub use replay::{Recording, RecordingError};
pub use tool::{
    ArgumentError, Effect, Registry, RegistryError, Tool, ToolError, ToolOutput, ToolSpec, cap,
    schema_of,
};
pub use trace::{AnswerStream, JsonTrace, TerminalTrace, printable};
