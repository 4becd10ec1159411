//! What is said in a run: messages, tool calls and the transcript that holds them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

mod transcript;

pub use transcript::{PairingError, ToolUse, Transcript, Turn};

/// One message of a transcript. The system prompt is not one of them; it belongs to the
/// agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum Message {
    /// What the user said, or what the loop had to tell the model outside of a tool result.
    User(UserMessage),
    /// One answer of the model.
    Assistant(AssistantMessage),
    /// The result of one tool call.
    Tool(ToolMessage),
}

impl Message {
    /// A message of the user.
    #[must_use]
    pub fn user(text: impl Into<String>) -> Self {
        Self::User(UserMessage { text: text.into() })
    }

    /// The role in one word: `user`, `assistant` or `tool`.
    #[must_use]
    pub const fn role(&self) -> &'static str {
        match self {
            Self::User(_) => "user",
            Self::Assistant(_) => "assistant",
            Self::Tool(_) => "tool",
        }
    }
}

/// What the user said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserMessage {
    /// The text.
    pub text: String,
}

/// One answer of the model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AssistantMessage {
    /// What it said, if anything. Beside calls it is the model's thought, without calls its
    /// final answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The tool calls, in the order of the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// Items that mean nothing to the loop and that the provider wants back unchanged with
    /// the next request, such as the reasoning items of the Responses API.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provider_items: Vec<Value>,
}

/// The result of one tool call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolMessage {
    /// The id of the call.
    pub call_id: String,
    /// The name in the call, also when there is no such tool.
    pub tool: String,
    /// What the model is told.
    pub text: String,
    /// Whether the tool ran and succeeded.
    pub ok: bool,
}

/// A model's wish to run a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Ties the result to the call. Empty where the provider left it out; the loop then
    /// gives one.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments, unchecked.
    pub arguments: RawArguments,
}

impl ToolCall {
    /// A call with arguments that are JSON already.
    #[must_use]
    pub fn new(id: impl Into<String>, name: impl Into<String>, arguments: Value) -> Self {
        Self { id: id.into(), name: name.into(), arguments: arguments.into() }
    }
}

/// Arguments as the model gave them: JSON in a string, as the wire formats have it, or JSON
/// itself, as some providers send it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RawArguments {
    /// A string, which ought to hold a JSON object.
    Text(String),
    /// JSON other than a string.
    Json(Value),
}

impl From<Value> for RawArguments {
    fn from(value: Value) -> Self {
        match value {
            Value::String(text) => Self::Text(text),
            other => Self::Json(other),
        }
    }
}

impl RawArguments {
    /// The arguments as the text of a JSON object, for a request that shows the model its
    /// own call again. Text that is no JSON object is wrapped into one: several providers
    /// parse the history and would refuse the whole request for it.
    #[must_use]
    pub fn to_object_text(&self) -> String {
        match self {
            Self::Json(Value::Object(object)) => Value::Object(object.clone()).to_string(),
            Self::Json(other) => wrapped(other.to_string()),
            Self::Text(text) if text.trim().is_empty() => "{}".to_owned(),
            Self::Text(text) => match serde_json::from_str::<Map<String, Value>>(text) {
                Ok(_) => text.clone(),
                Err(_) => wrapped(text.clone()),
            },
        }
    }
}

fn wrapped(text: String) -> String {
    Value::Object(Map::from_iter([("unparsed_arguments".to_owned(), Value::String(text))]))
        .to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_call_reads_arguments_as_string_and_as_object() {
        let call = |arguments: Value| {
            serde_json::from_value::<ToolCall>(
                json!({"id": "1", "name": "f", "arguments": arguments}),
            )
            .unwrap()
            .arguments
        };
        assert_eq!(call(json!("{\"a\":1}")), RawArguments::Text("{\"a\":1}".to_owned()));
        assert_eq!(call(json!({"a": 1})), RawArguments::Json(json!({"a": 1})));
    }

    #[test]
    fn arguments_go_back_to_the_model_as_an_object_whatever_they_were() {
        let text = |arguments: Value| RawArguments::from(arguments).to_object_text();
        assert_eq!(text(json!({"a": 1})), r#"{"a":1}"#);
        assert_eq!(text(json!(" {\"a\": 1}")), " {\"a\": 1}");
        assert_eq!(text(json!("")), "{}");
        assert_eq!(text(json!("{\"a\": ")), r#"{"unparsed_arguments":"{\"a\": "}"#);
        assert_eq!(text(json!([1])), r#"{"unparsed_arguments":"[1]"}"#);
    }
}
