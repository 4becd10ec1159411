//! Tools: what the model may have done for it.

use std::future::Future;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

mod arguments;
mod cap;
mod registry;
mod schema;

pub use arguments::ArgumentError;
pub(crate) use arguments::without_fence;
pub use cap::cap;
pub use registry::{Registry, RegistryError};
pub use schema::schema_of;

pub(crate) use registry::{ErasedTool, Ready};

/// Something the model can have done. Implement it for a type of your own and hand that to
/// [`crate::AgentBuilder::tool`].
///
/// Arguments are checked against [`Tool::parameters`] and parsed before [`Tool::run`] sees
/// them.
pub trait Tool: Send + Sync + 'static {
    /// What the model has to give. The JSON schema comes from this type: its doc comments
    /// become the descriptions, and `#[serde(deny_unknown_fields)]` forbids other fields.
    type Arguments: DeserializeOwned + JsonSchema + Send + 'static;

    /// The name the model calls it by: 1 to 64 of ASCII letters, digits, `_` and `-`.
    fn name(&self) -> &str;

    /// What it does and when to use it, for the model.
    fn description(&self) -> &str;

    /// Whether it changes anything. There is no default: whoever writes a tool has to decide.
    fn effect(&self) -> Effect;

    /// The JSON schema of the arguments. Default: the schema of [`Tool::Arguments`].
    fn parameters(&self) -> Value {
        schema_of::<Self::Arguments>()
    }

    /// Whether calls may run beside other calls of the same answer. Default: a pure tool may,
    /// an acting one may not.
    fn side_by_side(&self) -> bool {
        self.effect() == Effect::Pure
    }

    /// Puts right what models often get wrong in these arguments, before they are checked,
    /// and says what it did, one note each. Default: nothing.
    fn normalise(&self, arguments: &mut Map<String, Value>) -> Vec<String> {
        let _ = arguments;
        Vec::new()
    }

    /// Does it. The future is dropped when the call's time is over.
    fn run(
        &self,
        arguments: Self::Arguments,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send;
}

/// Whether a tool changes anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// It looks and computes. It runs without approval.
    Pure,
    /// It changes something outside of the run. It runs only after approval.
    Acting,
}

/// A tool as the model is told of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: String,
    /// JSON schema of the arguments.
    pub parameters: Value,
}

/// What a tool gives back.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolOutput {
    /// For the model. Empty text reaches it as `(no output)`.
    pub text: String,
    /// For programs, such as a completion check.
    pub data: Option<Value>,
}

impl ToolOutput {
    /// Text for the model and the same result for programs.
    #[must_use]
    pub fn new(text: impl Into<String>, data: Value) -> Self {
        Self { text: text.into(), data: Some(data) }
    }
}

impl<T: Into<String>> From<T> for ToolOutput {
    fn from(text: T) -> Self {
        Self { text: text.into(), data: None }
    }
}

/// Why a tool gives nothing back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// The model is told, as `[error]` and this text, and may do better; text that has an
    /// `[error]` line of its own is told as it is. The policy may end the run instead.
    #[error("{0}")]
    TellModel(String),
    /// The run ends.
    #[error("{0}")]
    Fatal(String),
}

impl ToolError {
    /// An error for the model.
    pub fn tell(text: impl Into<String>) -> Self {
        Self::TellModel(text.into())
    }

    /// An error that ends the run.
    pub fn fatal(text: impl Into<String>) -> Self {
        Self::Fatal(text.into())
    }
}
