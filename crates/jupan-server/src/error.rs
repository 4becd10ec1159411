//! A request that gets no run, as the handlers see it.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use jupan_api::{ErrorBody, ErrorCode, ErrorDetail};

/// Why a request is not carried out. What the client reads and what the log says are separate
/// fields. As a response it is only a status and headers; the [edge](crate::edge) writes the
/// body, since it knows the request id.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    pub(crate) code: ErrorCode,
    /// For the client.
    pub(crate) message: String,
    /// For the client: the field at fault.
    pub(crate) field: Option<String>,
    /// For the log alone.
    pub(crate) detail: Option<String>,
    retry_after: Option<Duration>,
}

impl ApiError {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), field: None, detail: None, retry_after: None }
    }

    /// 422 for one field.
    pub(crate) fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidField, message).about(field)
    }

    /// Names the field at fault.
    pub(crate) fn about(self, field: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..self }
    }

    /// 500; `detail` is for the log alone.
    pub(crate) fn internal(detail: impl Into<String>) -> Self {
        Self {
            detail: Some(detail.into()),
            ..Self::new(
                ErrorCode::Internal,
                "the server failed; its log has the details under this request id",
            )
        }
    }

    /// 503 for a server that stops.
    pub(crate) fn shutting_down() -> Self {
        Self::new(
            ErrorCode::ShuttingDown,
            "the server is shutting down; ask another, or again later",
        )
        .retry_after(Duration::from_secs(1))
    }

    /// Tells the client when to ask again, in whole seconds.
    pub(crate) fn retry_after(self, after: Duration) -> Self {
        Self { retry_after: Some(after), ..self }
    }

    /// The body that the client gets.
    pub(crate) fn into_body(self, request_id: &str) -> ErrorBody {
        ErrorBody {
            error: ErrorDetail {
                code: self.code,
                message: self.message,
                field: self.field,
                request_id: request_id.to_owned(),
            },
        }
    }
}

/// The status that goes with `code`.
pub(crate) fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::MalformedJson | ErrorCode::MalformedRequest => StatusCode::BAD_REQUEST,
        ErrorCode::Unauthorized => StatusCode::UNAUTHORIZED,
        ErrorCode::Forbidden => StatusCode::FORBIDDEN,
        ErrorCode::NotFound | ErrorCode::NoSession => StatusCode::NOT_FOUND,
        ErrorCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
        ErrorCode::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::InvalidField => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::HeadTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        ErrorCode::Overloaded | ErrorCode::ShuttingDown => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = status(self.code);
        let headers = response.headers_mut();
        if self.code == ErrorCode::Unauthorized {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(after) = self.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(after.as_secs().max(1)));
        }
        response.extensions_mut().insert(self);
        response
    }
}
