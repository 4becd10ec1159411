//! `code_interpreter`: Python in the sandbox of a Jupan tool server.

use std::time::Duration;

use jupan_client::{Client, ClientError, ExecuteRequest, RunStatus};
use serde_json::{Map, Value};

use crate::{Effect, Tool, ToolError, ToolOutput, ToolSpec};

mod source;

/// Runs the model's programs on a Jupan tool server. Name, description and parameters are the
/// server's own, so that they fit its limits and its modules.
#[derive(Debug, Clone)]
pub struct CodeInterpreter {
    client: Client,
    spec: ToolSpec,
}

/// A server whose tool can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// Address or token can't be used.
    #[error("the tool server can't be asked")]
    Settings(#[from] jupan_client::BuildError),
    /// The server did not say what its tool is.
    #[error("the tool server did not describe its tool")]
    Client(#[from] ClientError),
    /// Its description is not that of one function that takes `code`.
    #[error("the tool server describes a tool that is not a function with a `code` parameter")]
    Definition,
}

/// How often a run is asked for again when the server has no room.
const MAX_BUSY_RETRIES: u32 = 3;
/// The wait before that, when the server does not say how long.
const BUSY_DELAY: Duration = Duration::from_millis(500);
/// The longest wait the server can ask for.
const MAX_BUSY_DELAY: Duration = Duration::from_secs(5);

impl CodeInterpreter {
    /// The tool of the server at `base_url`, such as `http://127.0.0.1:8787`, with the default
    /// time-out of [`Client`].
    ///
    /// # Errors
    ///
    /// When the address is wrong, or [`Self::connect`] fails.
    pub async fn connect_to(base_url: &str, token: Option<String>) -> Result<Self, ConnectError> {
        let mut builder = Client::builder(base_url);
        if let Some(token) = token {
            builder = builder.token(token);
        }
        Self::connect(builder.build()?).await
    }

    /// Asks the server for the definition of its tool.
    ///
    /// # Errors
    ///
    /// When the server can't be reached, or describes something else.
    pub async fn connect(client: Client) -> Result<Self, ConnectError> {
        let definitions = client.tools().await?;
        let spec =
            definitions.openai_chat.first().and_then(spec).ok_or(ConnectError::Definition)?;
        Ok(Self { client, spec })
    }
}

/// The function of a chat completions tool definition.
fn spec(definition: &Value) -> Option<ToolSpec> {
    let function = definition.get("function")?;
    let parameters = function.get("parameters")?;
    parameters.get("properties")?.get("code")?;
    Some(ToolSpec {
        name: function.get("name")?.as_str()?.to_owned(),
        description: function.get("description")?.as_str()?.to_owned(),
        parameters: parameters.clone(),
    })
}

impl Tool for CodeInterpreter {
    /// Whatever the server's schema allows; it is that schema the arguments are checked
    /// against.
    type Arguments = Map<String, Value>;

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn description(&self) -> &str {
        &self.spec.description
    }

    fn parameters(&self) -> Value {
        self.spec.parameters.clone()
    }

    /// A run leaves nothing behind.
    fn effect(&self) -> Effect {
        Effect::Pure
    }

    fn normalise(&self, arguments: &mut Map<String, Value>) -> Vec<String> {
        let Some(Value::String(code)) = arguments.get_mut("code") else { return Vec::new() };
        let (normalised, notes) = source::normalise(code);
        *code = normalised;
        notes
    }

    async fn run(&self, arguments: Map<String, Value>) -> Result<ToolOutput, ToolError> {
        let request: ExecuteRequest = serde_json::from_value(Value::Object(arguments))
            .map_err(|error| ToolError::tell(error.to_string()))?;
        let mut busy = 0;
        let response = loop {
            match self.client.execute(&request).await {
                Err(ClientError::Refused(refused))
                    if refused.status == 503 && busy < MAX_BUSY_RETRIES =>
                {
                    busy += 1;
                    let delay = refused.retry_after.unwrap_or(BUSY_DELAY);
                    tokio::time::sleep(delay.min(MAX_BUSY_DELAY)).await;
                }
                result => break result.map_err(|error| failure(&error))?,
            }
        };
        let data = serde_json::to_value(&response).ok();
        match response.status {
            RunStatus::Ok => Ok(ToolOutput { text: response.text, data }),
            RunStatus::Error | RunStatus::Limit => Err(ToolError::tell(response.text)),
        }
    }
}

/// The program did not run; the model must not fill the gap by guessing.
fn failure(error: &ClientError) -> ToolError {
    match error {
        ClientError::Refused(refused) => {
            let field = refused.detail.field.as_ref().map(|field| format!("`{field}`: "));
            ToolError::tell(format!("{}{}", field.unwrap_or_default(), refused.detail.message))
        }
        ClientError::Transport(_) | ClientError::NotOurAnswer(_) => {
            tracing::warn!(%error, "the tool server gave no result");
            ToolError::tell(
                "the calculation server can't be reached, so nothing was computed; \
                 say so instead of computing yourself",
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_a_function_that_takes_code_is_accepted() {
        let parameters = json!({"type": "object", "properties": {"code": {"type": "string"}}});
        let definition = json!({"type": "function", "function": {
            "name": "code_interpreter", "description": "Runs.", "parameters": parameters
        }});
        assert_eq!(
            spec(&definition),
            Some(ToolSpec {
                name: "code_interpreter".to_owned(),
                description: "Runs.".to_owned(),
                parameters
            })
        );
        assert_eq!(spec(&json!({"name": "code_interpreter"})), None);
        let other = json!({"function": {
            "name": "search", "description": "", "parameters": {"properties": {"q": {}}}
        }});
        assert_eq!(spec(&other), None);
    }
}
