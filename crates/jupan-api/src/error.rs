//! The body of every answer that is not a 200.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A request that was refused, or a fault of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorDetail,
}

/// What was wrong with a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorDetail {
    /// For programs.
    pub code: ErrorCode,
    /// For people: what is wrong, where, and what would be right.
    pub message: String,
    /// The field at fault, such as `limits.wall_ms`, if it is one field.
    pub field: Option<String>,
    /// The id under which the server's log has this request.
    pub request_id: String,
}

/// The kinds of refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// 400: the body is not JSON.
    MalformedJson,
    /// 400: the request is not valid HTTP/1.1.
    MalformedRequest,
    /// 401: no bearer token, or a wrong one.
    Unauthorized,
    /// 403: the request calls the server by a name that is not its own, or comes from a page of
    /// another origin.
    Forbidden,
    /// 404: no such path.
    NotFound,
    /// 404: no such session: there was none, or it has ended.
    NoSession,
    /// 405: the path takes another method.
    MethodNotAllowed,
    /// 406: the client does not accept what the path answers.
    NotAcceptable,
    /// 408: the body did not arrive in time.
    RequestTimeout,
    /// 413: the body or the program is too large.
    TooLarge,
    /// 415: the body is not `application/json`.
    UnsupportedMediaType,
    /// 422: JSON, but a field is missing, unknown, of the wrong type or out of range.
    InvalidField,
    /// 429: this client has as many runs as it may have; `Retry-After` says when to ask again.
    RateLimited,
    /// 431: the request's head is too large.
    HeadTooLarge,
    /// 503: too many runs at once; `Retry-After` says when to ask again.
    Overloaded,
    /// 503: the server is shutting down.
    ShuttingDown,
    /// 500: a fault of the server's own; the log has the details.
    Internal,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 17] = [
        Self::MalformedJson,
        Self::MalformedRequest,
        Self::Unauthorized,
        Self::Forbidden,
        Self::NotFound,
        Self::NoSession,
        Self::MethodNotAllowed,
        Self::NotAcceptable,
        Self::RequestTimeout,
        Self::TooLarge,
        Self::UnsupportedMediaType,
        Self::InvalidField,
        Self::RateLimited,
        Self::HeadTooLarge,
        Self::Overloaded,
        Self::ShuttingDown,
        Self::Internal,
    ];

    /// The code as it stands in the JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MalformedJson => "malformed_json",
            Self::MalformedRequest => "malformed_request",
            Self::Unauthorized => "unauthorized",
            Self::Forbidden => "forbidden",
            Self::NotFound => "not_found",
            Self::NoSession => "no_session",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::NotAcceptable => "not_acceptable",
            Self::RequestTimeout => "request_timeout",
            Self::TooLarge => "too_large",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::InvalidField => "invalid_field",
            Self::RateLimited => "rate_limited",
            Self::HeadTooLarge => "head_too_large",
            Self::Overloaded => "overloaded",
            Self::ShuttingDown => "shutting_down",
            Self::Internal => "internal",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_written_as_it_is_serialised() {
        for code in ErrorCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        }
    }
}
