//! The outermost layer: request id, log line, and the body of every refusal.

use std::borrow::Cow;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use jupan_api::{REQUEST_ID_HEADER, SESSIONS_PATH};
use jupan_sandbox::Safeguard;
use serde::Serialize;
use tracing::field::Empty;
use tracing::{Instrument, Span, error, info, info_span};
use uuid::Uuid;

use crate::app::AppState;
use crate::error::ApiError;
use crate::trace;

/// The longest request id taken from a client, in characters.
const MAX_REQUEST_ID_CHARS: usize = 64;
/// The most bytes of a path that the log shows.
const MAX_PATH_BYTES: usize = 128;

/// What the log says of a request that was carried out; a handler leaves it in the response's
/// extensions. A refusal is logged by its code.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoggedOutcome(pub(crate) &'static str);

/// A request's id, among its extensions.
#[derive(Debug, Clone)]
pub(crate) struct RequestId(HeaderValue);

impl RequestId {
    pub(crate) fn as_str(&self) -> &str {
        // It was taken or made from visible ASCII.
        self.0.to_str().unwrap_or_default()
    }
}

impl Default for RequestId {
    fn default() -> Self {
        Self(HeaderValue::from_static("none"))
    }
}

/// Gives the request an id, runs the rest of the server on it, completes the answer and logs
/// one line. The span's `code_bytes` is filled in by the handler that knows it; no line, on
/// any level, has the program's text.
pub(crate) async fn edge(
    State(state): State<AppState>,
    mut request: Request,
    next: Next,
) -> Response {
    let id = request_id(request.headers());
    let max_path = Safeguard::LoggedPath.unless_off(MAX_PATH_BYTES, usize::MAX);
    let span = info_span!(
        "request",
        method = %request.method(),
        path = head(&shown(request.uri().path()), max_path),
        request_id = id.to_str().unwrap_or_default(),
        client = Empty,
        code_bytes = Empty,
    );
    let mut log = RequestLog { started: Instant::now(), span: span.clone(), answer: None };
    trace::arrived(&span, request.headers());
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = next.run(request).instrument(span).await;

    let mut outcome = response.extensions().get().map_or("ok", |LoggedOutcome(name)| name);
    if let Some(refusal) = response.extensions_mut().remove::<ApiError>() {
        outcome = refusal.code.as_str();
        state.metrics().refused(refusal.code);
        if let Some(detail) = &refusal.detail {
            log.span.in_scope(|| error!(detail, "the server failed"));
        }
        let body = refusal.into_body(id.to_str().unwrap_or_default());
        write_json(&mut response, &body);
    }
    response.headers_mut().insert(REQUEST_ID_HEADER, id);
    state.metrics().answered(log.started.elapsed());
    let status = response.status().as_u16();
    trace::answered(&log.span, status, outcome);
    log.answer = Some((status, outcome));
    response
}

/// A 200 with `body` as JSON.
pub(crate) fn json(body: &impl Serialize) -> Response {
    let mut response = Response::new(Body::empty());
    write_json(&mut response, body);
    response
}

fn write_json(response: &mut Response, body: &impl Serialize) {
    match serde_json::to_vec(body) {
        Ok(bytes) => {
            *response.body_mut() = Body::from(bytes);
            response
                .headers_mut()
                .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        // Our types have string keys and finite numbers, which always serialise; a status with
        // an empty body is what is left to say otherwise.
        Err(fault) => error!(%fault, "a response does not serialise"),
    }
}

/// The client's own id if it can stand in a log line and a header as it is, else a fresh one.
fn request_id(headers: &HeaderMap) -> HeaderValue {
    let max = Safeguard::RequestId.unless_off(MAX_REQUEST_ID_CHARS, usize::MAX);
    let given = headers.get(REQUEST_ID_HEADER).filter(|id| {
        (1..=max).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic)
    });
    if let Some(given) = given {
        return given.clone();
    }
    let fresh = fresh_request_id();
    // Hexadecimal digits and hyphens always make a header value.
    HeaderValue::from_str(&fresh).unwrap_or(HeaderValue::from_static("none"))
}

/// An id for a request that brought none.
pub(crate) fn fresh_request_id() -> String {
    Uuid::now_v7().hyphenated().to_string()
}

/// A path as the log shows it: without the id of a session, with which everyone could run programs
/// in it.
fn shown(path: &str) -> Cow<'_, str> {
    let id = path.strip_prefix(SESSIONS_PATH).and_then(|rest| rest.strip_prefix('/'));
    match id.map(|id| id.split_once('/')) {
        None => Cow::Borrowed(path),
        Some(None) => Cow::Owned(format!("{SESSIONS_PATH}/...")),
        Some(Some((_, below))) => Cow::Owned(format!("{SESSIONS_PATH}/.../{below}")),
    }
}

/// The first `max` bytes of `text`, cut between characters.
fn head(text: &str, max: usize) -> &str {
    &text[..text.floor_char_boundary(max)]
}

/// Logs the request when it is dropped, which also happens when the client goes away before
/// there is an answer.
struct RequestLog {
    started: Instant,
    span: Span,
    /// Status and outcome.
    answer: Option<(u16, &'static str)>,
}

impl Drop for RequestLog {
    fn drop(&mut self) {
        let latency_ms = self.started.elapsed().as_micros() as f64 / 1e3;
        self.span.in_scope(|| match self.answer {
            Some((status, outcome)) => info!(status, outcome, latency_ms, "answered"),
            None => info!(latency_ms, "the client went away"),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_id(id: &[u8]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(REQUEST_ID_HEADER, HeaderValue::from_bytes(id).unwrap());
        headers
    }

    #[test]
    fn a_sane_request_id_is_kept() {
        assert_eq!(request_id(&with_id(b"abc-1_2:3")), "abc-1_2:3");
        let longest = "x".repeat(MAX_REQUEST_ID_CHARS);
        assert_eq!(request_id(&with_id(longest.as_bytes())), longest.as_str());
    }

    #[test]
    fn any_other_request_id_is_replaced() {
        let too_long = "x".repeat(MAX_REQUEST_ID_CHARS + 1);
        for bad in [b"".as_slice(), b"a b", b"a\tb", "é".as_bytes(), too_long.as_bytes()] {
            let id = request_id(&with_id(bad));
            let version = Uuid::try_parse(id.to_str().unwrap()).unwrap().get_version_num();
            assert_eq!(version, 7, "for {bad:?}");
        }
        assert_ne!(request_id(&HeaderMap::new()), request_id(&HeaderMap::new()));
    }

    #[test]
    fn the_log_does_not_show_the_id_of_a_session() {
        assert_eq!(shown("/v1/execute"), "/v1/execute");
        assert_eq!(shown("/v1/sessions"), "/v1/sessions");
        assert_eq!(shown("/v1/sessions/abc"), "/v1/sessions/...");
        assert_eq!(shown("/v1/sessions/abc/reset"), "/v1/sessions/.../reset");
    }

    #[test]
    fn a_path_is_cut_between_characters() {
        assert_eq!(head("/aé", 3), "/a");
        assert_eq!(head("/aé", 4), "/aé");
    }
}
