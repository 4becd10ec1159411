//! The answer to bytes that are no request. hyper gives it before anything of ours is called,
//! and gives it no body.

use std::time::SystemTime;

use axum::response::IntoResponse;
use jupan_api::{ErrorCode, REQUEST_ID_HEADER};
use tracing::info;

use super::MAX_HEAD_BYTES;
use crate::edge::fresh_request_id;
use crate::error::ApiError;

/// How every answer of hyper's own begins.
const BARE_START: &[u8] = b"HTTP/1.1 4";

/// Where in `bytes`, which are about to be written, an answer of hyper's own begins. It is
/// always the last of a connection. An answer of ours has a request id in its head, and what
/// is JSON in its body has no line end, so that neither can be taken for one.
pub(super) fn bare_refusal(bytes: &[u8]) -> Option<usize> {
    if !bytes.ends_with(b"\r\n\r\n") {
        return None;
    }
    let start = bytes.windows(BARE_START.len()).rposition(|window| window == BARE_START)?;
    let head = std::str::from_utf8(bytes.get(start..)?).ok()?;
    let mut names = head.split("\r\n").filter_map(|line| Some(line.split_once(':')?.0));
    (!names.any(|name| name.eq_ignore_ascii_case(REQUEST_ID_HEADER))).then_some(start)
}

/// The answer to a connection that ended with `error`, if it sent what is no request.
pub(super) fn refusal(error: &hyper::Error) -> Option<(ErrorCode, Vec<u8>)> {
    if !error.is_parse() {
        return None;
    }
    let refusal = if error.is_parse_too_large() {
        ApiError::new(
            ErrorCode::HeadTooLarge,
            format!(
                "the head of the request is too large; it may have at most {MAX_HEAD_BYTES} bytes \
                 and 100 fields"
            ),
        )
    } else {
        let what = if error.is_parse_version_h2() {
            "this is the beginning of HTTP/2".to_owned()
        } else {
            error.to_string()
        };
        let what = what.trim_end_matches(" parsed");
        ApiError::new(
            ErrorCode::MalformedRequest,
            format!("the bytes are no request of HTTP/1.1: {what}"),
        )
    };
    let code = refusal.code;
    let request_id = fresh_request_id();
    let status = refusal.clone().into_response().status();
    info!(
        request_id,
        status = status.as_u16(),
        outcome = code.as_str(),
        "refused what is no request"
    );
    // Our types always serialise; a status with an empty body is what is left to say otherwise.
    let body = serde_json::to_string(&refusal.into_body(&request_id)).unwrap_or_default();
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\n{REQUEST_ID_HEADER}: {request_id}\r\n\
         connection: close\r\ncontent-length: {}\r\ndate: {}\r\n\r\n{body}",
        body.len(),
        httpdate::fmt_http_date(SystemTime::now()),
    );
    Some((code, answer.into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

    #[test]
    fn an_answer_of_hyper_s_own_is_found_at_the_end() {
        assert_eq!(bare_refusal(BARE.as_bytes()), Some(0));
        let ours = "HTTP/1.1 422 X\r\nx-request-id: 1\r\ncontent-length: 2\r\n\r\n{}";
        assert_eq!(bare_refusal(format!("{ours}{BARE}").as_bytes()), Some(ours.len()));
    }

    #[test]
    fn one_of_ours_is_not() {
        for ours in [
            "",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\nX-Request-Id: 1\r\ncontent-length: 9\r\n\r\n",
            "HTTP/1.1 422 X\r\nx-request-id: 1\r\ncontent-length: 2\r\n\r\n{}",
        ] {
            assert_eq!(bare_refusal(ours.as_bytes()), None, "{ours}");
        }
    }
}
