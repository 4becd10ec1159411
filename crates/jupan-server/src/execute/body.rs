//! Step 1, first half: the bytes of a request, bounded in size and time.

use std::error::Error;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderValue};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use jupan_api::ErrorCode;
use jupan_sandbox::Safeguard;
use mime::Mime;
use tokio::time::timeout;

use crate::config::ServerConfig;
use crate::error::ApiError;
use crate::serve::Line;

/// When to ask again when there is no memory left; requests come and go faster.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The body of `request`, which must be JSON by its headers. A connection whose request was
/// refused here ends with the answer, since the rest of the body may still come.
pub(crate) async fn read(request: Request, config: &ServerConfig) -> Result<Vec<u8>, ApiError> {
    let (parts, body) = request.into_parts();
    check_type(&parts.headers)?;
    let max = config.body_max_bytes;
    let announced = body.size_hint().lower();
    if announced > Safeguard::BodyAnnounced.unless_off(max, u64::MAX) {
        return Err(too_large(format!(
            "the body has {announced} bytes; it may have at most {max}"
        )));
    }
    let line = parts.extensions.get::<Line>();
    let limit = Safeguard::BodyTime.unless_off(config.body_timeout_ms, 86_400_000);
    let limit = Duration::from_millis(limit);
    let body = timeout(limit, whole(body, line, config)).await.unwrap_or_else(|_elapsed| {
        Err(ApiError::new(
            ErrorCode::RequestTimeout,
            format!("the body did not arrive within {} ms", limit.as_millis()),
        ))
    })?;
    if let Some(line) = line {
        line.end_body();
    }
    Ok(body)
}

/// The bytes of `body`, in one piece: many small ones would each have a cost of their own.
async fn whole(
    body: Body,
    line: Option<&Line>,
    config: &ServerConfig,
) -> Result<Vec<u8>, ApiError> {
    let max = config.body_max_bytes;
    let max_here = Safeguard::BodyRead.unless_off(max, u64::MAX);
    let mut body = Limited::new(body, usize::try_from(max_here).unwrap_or(usize::MAX));
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|error| broken(&*error, max))?.into_data() else { continue };
        if line.is_some_and(|line| !line.hold(data.len() as u64)) {
            return Err(ApiError::new(
                ErrorCode::Overloaded,
                format!(
                    "the requests under way fill the {} bytes that this server has for them",
                    config.max_buffered_bytes
                ),
            )
            .retry_after(RETRY_AFTER));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

/// The refusal of a body that cannot be read.
fn broken(error: &(dyn Error + 'static), max: u64) -> ApiError {
    if error.is::<LengthLimitError>() {
        return too_large(format!("the body has more than {max} bytes, which is the most"));
    }
    ApiError::new(
        ErrorCode::MalformedRequest,
        format!("the body did not arrive whole: {}", root(error)),
    )
}

/// The innermost cause of `error`; the outer ones only say that there is one.
fn root<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    let mut root = error;
    while let Some(source) = root.source() {
        root = source;
    }
    root
}

fn too_large(message: String) -> ApiError {
    ApiError::new(ErrorCode::TooLarge, message)
}

/// 415 unless the headers say that the body is plain JSON in UTF-8.
fn check_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let refusal = |message: String| Err(ApiError::new(ErrorCode::UnsupportedMediaType, message));
    let mut types = headers.get_all(CONTENT_TYPE).iter();
    let (Some(value), None) = (types.next(), types.next()) else {
        return refusal("send one header `content-type: application/json`".to_owned());
    };
    if !is_json(value) {
        let given = String::from_utf8_lossy(value.as_bytes());
        return refusal(format!(
            "the content type is `{given}`; it must be `application/json`, in UTF-8"
        ));
    }
    if let Some(coding) = headers
        .get_all(TRANSFER_ENCODING)
        .iter()
        .find(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"chunked"))
    {
        return refusal(format!(
            "the body has the transfer encoding `{}`; send it without one, or in chunks",
            String::from_utf8_lossy(coding.as_bytes())
        ));
    }
    match headers.get(CONTENT_ENCODING) {
        Some(coding) if !coding.as_bytes().eq_ignore_ascii_case(b"identity") => refusal(format!(
            "the body has the content encoding `{}`; send it without one",
            String::from_utf8_lossy(coding.as_bytes())
        )),
        _ => Ok(()),
    }
}

fn is_json(value: &HeaderValue) -> bool {
    // What nearly every client sends, without the parser.
    if value == "application/json" {
        return true;
    }
    value.to_str().ok().and_then(|text| text.parse::<Mime>().ok()).is_some_and(|mime| {
        mime.essence_str() == "application/json"
            && mime.get_param(mime::CHARSET).is_none_or(|charset| charset == "utf-8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_in_utf_8_is_accepted_in_every_spelling() {
        for good in [
            "application/json",
            "Application/JSON",
            "application/json;charset=utf-8",
            "application/json; charset=UTF-8",
            "application/json; charset=\"utf-8\"",
            "application/json; profile=x",
        ] {
            assert!(is_json(&HeaderValue::from_static(good)), "{good}");
        }
    }

    #[test]
    fn everything_else_is_not() {
        for bad in [
            "",
            "json",
            "text/json",
            "text/plain",
            "application/jsonl",
            "application/problem+json",
            "application/x-www-form-urlencoded",
            "application/json; charset=utf-16",
            "application/json, text/plain",
        ] {
            assert!(!is_json(&HeaderValue::from_static(bad)), "{bad}");
        }
    }
}
