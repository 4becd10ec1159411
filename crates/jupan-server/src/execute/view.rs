//! An answer in the form of another interface.

use jupan_api::{ExecuteResponse, RunStatus};
use serde_json::{Value, json};

use crate::edge::RequestId;
use crate::error::ApiError;
use crate::query;

/// The forms there are, by their names in the query.
const VIEWS: [(&str, View); 1] = [("code_interpreter_call", View::CodeInterpreterCall)];

/// Another form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    /// An output item of the OpenAI Responses API.
    CodeInterpreterCall,
}

impl View {
    /// The one that `query` asks for.
    pub(super) fn asked_for(query: Option<&str>) -> Result<Option<Self>, ApiError> {
        query::choice(query, "view", &VIEWS)
    }

    /// `answer`, which is to the request `id` to run `code`.
    pub(super) fn of(self, answer: &ExecuteResponse, code: &str, id: &RequestId) -> Value {
        match self {
            Self::CodeInterpreterCall => json!({
                "type": "code_interpreter_call",
                "id": format!("ci_{}", id.as_str()),
                // What a program did wrong is in its output, as with any program.
                "status": match answer.status {
                    RunStatus::Ok | RunStatus::Error => "completed",
                    RunStatus::Limit => "incomplete",
                },
                // Every run has a container of its own.
                "container_id": format!("cntr_{}", id.as_str()),
                "code": code,
                "outputs": [{ "type": "logs", "logs": answer.text }],
            }),
        }
    }
}
