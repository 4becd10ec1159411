//! The answer of `GET /v1/tools`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The definition of the code tool in the form that each interface wants. Pass one on as it
/// is; each value is a list with the one tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToolDefinitions {
    /// For `tools` of the OpenAI chat completions API.
    pub openai_chat: Vec<Value>,
    /// For `tools` of the OpenAI Responses API.
    pub openai_responses: Vec<Value>,
    /// For `tools` of the Anthropic Messages API.
    pub anthropic: Vec<Value>,
    /// For the answer of MCP's `tools/list`.
    pub mcp: Vec<Value>,
}
