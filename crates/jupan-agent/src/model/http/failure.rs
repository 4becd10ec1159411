//! A failed request: what kind it is, and whether it is worth another try.

use std::time::Duration;

use async_openai::error::OpenAIError;
use reqwest::StatusCode;
use serde_json::Value;

use crate::ModelErrorKind;

/// Bytes of a provider's message that are kept.
const MAX_MESSAGE_BYTES: usize = 600;

/// A failed request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(super) struct Failure {
    kind: ModelErrorKind,
    message: String,
    /// Whether the same request may succeed later.
    pub(super) passing: bool,
    /// How long the provider wants to be left alone.
    pub(super) retry_after: Option<Duration>,
}

impl Failure {
    pub(super) fn lasting(kind: ModelErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), passing: false, retry_after: None }
    }

    pub(super) fn passing(kind: ModelErrorKind, message: impl Into<String>) -> Self {
        Self { passing: true, ..Self::lasting(kind, message) }
    }

    pub(super) fn time_out(after: Duration) -> Self {
        Self::lasting(ModelErrorKind::TimeOut, format!("no answer within {after:?}"))
    }

    pub(super) fn protocol(what: &str, found: &Value) -> Self {
        let found = crate::cap(&found.to_string(), MAX_MESSAGE_BYTES);
        Self::lasting(ModelErrorKind::Protocol, format!("{what} in the provider's answer: {found}"))
    }

    pub(super) fn too_large() -> Self {
        Self::lasting(ModelErrorKind::Protocol, "the provider's answer is too large")
    }

    pub(super) fn truncated() -> Self {
        Self::passing(
            ModelErrorKind::Truncated,
            "the provider's stream ended before the answer was complete",
        )
    }

    /// An answer with a status other than success.
    pub(super) fn status(status: StatusCode, body: &[u8], retry_after: Option<Duration>) -> Self {
        let body: Value = serde_json::from_slice(body)
            .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(body).into_owned()));
        let said = crate::cap(provider_message(&body).trim(), MAX_MESSAGE_BYTES);
        let mut message = format!("the provider answered {status}: {said}");
        let used_up = body["error"]["type"] == "insufficient_quota"
            || body["error"]["code"] == "insufficient_quota";
        let (kind, passing) = match status.as_u16() {
            401 | 403 => (ModelErrorKind::Unauthorized, false),
            408 => (ModelErrorKind::Provider, true),
            429 => (ModelErrorKind::RateLimited, !used_up),
            404 => {
                message.push_str(" (is the model's name right, and does the base URL end in /v1?)");
                (ModelErrorKind::Refused, false)
            }
            500.. => (ModelErrorKind::Provider, true),
            _ => (ModelErrorKind::Refused, false),
        };
        Self { kind, message, passing, retry_after }
    }

    /// An error that came inside of an answer or a stream.
    pub(super) fn reported(error: &Value) -> Self {
        let said = crate::cap(provider_message(error).trim(), MAX_MESSAGE_BYTES);
        Self::passing(ModelErrorKind::Provider, format!("the provider reported: {said}"))
    }

    pub(super) const fn kind(&self) -> ModelErrorKind {
        self.kind
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// Whether the provider stumbled over the model's tool call. The same request again may
    /// well give the same call again, so the model has to be told.
    pub(super) fn is_unparsed_tool_call(&self) -> bool {
        let message = self.message.to_ascii_lowercase();
        // As Ollama, llama.cpp and Groq put it.
        ["parsing tool call", "parse tool call", "failed to parse input at pos", "tool_use_failed"]
            .iter()
            .any(|sign| message.contains(sign))
    }

    /// What the model is told about a tool call that the provider could not parse.
    pub(super) fn correction(&self) -> String {
        format!(
            "Your last tool call could not be read ({}). Make it again: its arguments must be \
             one valid JSON object, with quotes and line ends inside of strings escaped.",
            self.message
        )
    }
}

impl From<OpenAIError> for Failure {
    fn from(error: OpenAIError) -> Self {
        match error {
            OpenAIError::Boxed(inner) => match inner.downcast::<Self>() {
                Ok(failure) => *failure,
                Err(other) => Self::lasting(ModelErrorKind::Protocol, other.to_string()),
            },
            OpenAIError::Reqwest(error) => Self::from(error),
            OpenAIError::StreamError(error) => Self::passing(
                ModelErrorKind::Truncated,
                format!("the provider's stream broke: {error}"),
            ),
            OpenAIError::JSONDeserialize(error, content) => Self::lasting(
                ModelErrorKind::Protocol,
                format!(
                    "the provider's answer is not JSON ({error}): {}",
                    crate::cap(&content, MAX_MESSAGE_BYTES)
                ),
            ),
            other => Self::lasting(ModelErrorKind::Protocol, other.to_string()),
        }
    }
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        let error = error.without_url();
        let causes = causes(&error);
        if error.is_timeout() {
            return Self::passing(ModelErrorKind::Transport, "no connection in time");
        }
        if error.is_connect() {
            let message = format!("no connection to the provider ({causes})");
            return Self::passing(ModelErrorKind::Transport, message);
        }
        let message = format!("the connection to the provider broke ({causes})");
        Self::passing(ModelErrorKind::Transport, message)
    }
}

/// The error and what it rests on, innermost last.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    text
}

/// The message in the shapes providers use: `{"error": {"message"}}`, `{"error": "..."}`,
/// `{"message"}`, `{"detail"}`, or the body itself.
fn provider_message(body: &Value) -> String {
    let error = body.get("error").unwrap_or(body);
    let message = error.get("message").or_else(|| error.get("detail")).unwrap_or(error);
    let mut text = match message {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if let Some(code) = error.get("code").and_then(Value::as_str) {
        text = format!("{text} ({code})");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(status: u16, body: &str) -> Failure {
        Failure::status(StatusCode::from_u16(status).unwrap(), body.as_bytes(), None)
    }

    #[test]
    fn each_status_has_its_kind_and_is_tried_again_or_not() {
        let kinds = [400, 401, 403, 404, 408, 422, 429, 500, 502, 503, 529].map(|code| {
            let failure = status(code, "no");
            (code, failure.kind(), failure.passing)
        });
        assert_eq!(
            kinds,
            [
                (400, ModelErrorKind::Refused, false),
                (401, ModelErrorKind::Unauthorized, false),
                (403, ModelErrorKind::Unauthorized, false),
                (404, ModelErrorKind::Refused, false),
                (408, ModelErrorKind::Provider, true),
                (422, ModelErrorKind::Refused, false),
                (429, ModelErrorKind::RateLimited, true),
                (500, ModelErrorKind::Provider, true),
                (502, ModelErrorKind::Provider, true),
                (503, ModelErrorKind::Provider, true),
                (529, ModelErrorKind::Provider, true),
            ]
        );
        let used_up = r#"{"error": {"message": "pay", "type": "insufficient_quota"}}"#;
        assert!(!status(429, used_up).passing);
    }

    #[test]
    fn the_message_is_found_in_every_shape() {
        let message = |body: &str| status(400, body).message().to_owned();
        let expected = "the provider answered 400 Bad Request: no";
        assert_eq!(message(r#"{"error": {"message": "no", "code": 400}}"#), expected);
        assert_eq!(message(r#"{"error": "no"}"#), expected);
        assert_eq!(message(r#"{"message": "no"}"#), expected);
        assert_eq!(message(r#"{"detail": "no"}"#), expected);
        assert_eq!(message("no\n"), expected);
        assert_eq!(
            message(r#"{"error": {"message": "no", "code": "bad"}}"#),
            "the provider answered 400 Bad Request: no (bad)"
        );
    }

    #[test]
    fn an_unparsed_tool_call_is_recognised() {
        let body = r#"{"error": {"message": "error parsing tool call: raw='{\"a\"', err=unexpected end of JSON input"}}"#;
        assert!(status(500, body).is_unparsed_tool_call());
        let body = r#"{"error": {"message": "no", "code": "tool_use_failed"}}"#;
        assert!(status(400, body).is_unparsed_tool_call());
        assert!(!status(500, "internal error").is_unparsed_tool_call());
    }
}
