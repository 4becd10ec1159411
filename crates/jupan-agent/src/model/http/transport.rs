//! The transport below `async-openai`: sends requests, bounds answers, keeps what the
//! library would drop of a failure.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime};

use async_openai::error::OpenAIError;
use async_openai::middleware::HttpRequestFactory;
use futures::FutureExt;
use futures::future::BoxFuture;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Body, Response};

use super::failure::Failure;

/// Bytes of a failure's body that are read.
const MAX_FAILURE_BYTES: usize = 64 << 10;

/// Sends one request and turns whatever is not a success into a [`Failure`].
#[derive(Debug, Clone)]
pub(super) struct Transport {
    http: reqwest::Client,
    max_response_bytes: usize,
    exceeded: Arc<AtomicBool>,
}

impl Transport {
    /// `exceeded` is set when the answer has more than `max_response_bytes`: the error of the
    /// library, which reads the answer, no longer tells.
    pub(super) const fn new(
        http: reqwest::Client,
        max_response_bytes: usize,
        exceeded: Arc<AtomicBool>,
    ) -> Self {
        Self { http, max_response_bytes, exceeded }
    }

    async fn send(self, factory: HttpRequestFactory) -> Result<Response, OpenAIError> {
        let request = factory.build().await?;
        let response = self.http.execute(request).await.map_err(failed)?;
        if response.status().is_success() {
            return Ok(bounded(response, self.max_response_bytes, self.exceeded));
        }
        let status = response.status();
        let retry_after = retry_after(response.headers(), SystemTime::now());
        let mut response = bounded(response, MAX_FAILURE_BYTES, Arc::default());
        // What can be read of the body explains the failure; a body that breaks off or is
        // too long explains enough.
        let mut body = Vec::new();
        while let Ok(Some(chunk)) = response.chunk().await {
            body.extend_from_slice(&chunk);
        }
        Err(OpenAIError::Boxed(Box::new(Failure::status(status, &body, retry_after))))
    }
}

impl tower::Service<HttpRequestFactory> for Transport {
    type Response = Response;
    type Error = OpenAIError;
    type Future = BoxFuture<'static, Result<Response, OpenAIError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), OpenAIError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, factory: HttpRequestFactory) -> Self::Future {
        self.clone().send(factory).boxed()
    }
}

fn failed(error: reqwest::Error) -> OpenAIError {
    OpenAIError::Boxed(Box::new(Failure::from(error)))
}

/// The response with a body that fails beyond `max_bytes` and then sets `exceeded`.
fn bounded(response: Response, max_bytes: usize, exceeded: Arc<AtomicBool>) -> Response {
    let response = http::Response::<Body>::from(response);
    Response::from(response.map(|body| {
        Body::wrap(Limited::new(body, max_bytes).map_err(move |error| {
            if error.is::<LengthLimitError>() {
                exceeded.store(true, Ordering::Relaxed);
            }
            error
        }))
    }))
}

/// `Retry-After` in seconds or as a date, or OpenAI's `retry-after-ms`.
fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let number = |name: &str| {
        text(name)?.parse::<f64>().ok().and_then(|value| Duration::try_from_secs_f64(value).ok())
    };
    if let Some(milliseconds) = number("retry-after-ms") {
        return Some(milliseconds / 1000);
    }
    number(RETRY_AFTER.as_str()).or_else(|| {
        let date = httpdate::parse_http_date(text(RETRY_AFTER.as_str())?).ok()?;
        Some(date.duration_since(now).unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_read_in_every_form() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        let read = |name: &'static str, value: &'static str| {
            let headers = HeaderMap::from_iter([(
                name.parse().unwrap(),
                value.parse::<reqwest::header::HeaderValue>().unwrap(),
            )]);
            retry_after(&headers, now)
        };
        assert_eq!(read("retry-after", "2"), Some(Duration::from_secs(2)));
        assert_eq!(read("retry-after", "0.5"), Some(Duration::from_millis(500)));
        assert_eq!(read("retry-after-ms", "1500"), Some(Duration::from_millis(1500)));
        assert_eq!(
            read("retry-after", "Sun, 06 Nov 1994 08:49:40 GMT"),
            Some(Duration::from_secs(3))
        );
        assert_eq!(read("retry-after", "Sun, 06 Nov 1994 08:49:30 GMT"), Some(Duration::ZERO));
        assert_eq!(read("retry-after", "-1"), None);
        assert_eq!(read("retry-after", "soon"), None);
    }
}
