//! The settings of a client and their checks.

use std::time::Duration;

use reqwest::Url;
use reqwest::header::HeaderValue;
use reqwest::redirect::Policy;
use secrecy::{ExposeSecret, SecretString};

use crate::Client;

/// Collects the settings of a [`Client`]; [`ClientBuilder::build`] checks them.
#[derive(Debug, Clone)]
#[must_use]
pub struct ClientBuilder {
    base_url: String,
    time_out: Duration,
    token: Option<SecretString>,
    max_response_bytes: usize,
}

/// Settings that make no client.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The base URL can't be used.
    #[error("base URL `{url}` {reason}; a right one is http://127.0.0.1:8787")]
    BaseUrl {
        /// The URL as it was given; without it when it holds a password.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The time-out is zero.
    #[error("the time-out is 0; it must be longer than the longest run")]
    TimeOut,
    /// The bearer token holds characters that no HTTP header can carry.
    #[error("the bearer token is empty or holds characters other than visible ASCII")]
    Token,
    /// The HTTP library could not be set up.
    #[error("the HTTP client could not be set up")]
    Http(#[source] reqwest::Error),
}

impl ClientBuilder {
    /// 60 seconds: the server's default wall-clock limit is 5 seconds, and a request may wait
    /// for a free slot before that.
    pub const DEFAULT_TIME_OUT: Duration = Duration::from_secs(60);

    /// 16 MiB.
    pub const DEFAULT_MAX_RESPONSE_BYTES: usize = 16 << 20;

    pub(crate) fn new(base_url: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            time_out: Self::DEFAULT_TIME_OUT,
            token: None,
            max_response_bytes: Self::DEFAULT_MAX_RESPONSE_BYTES,
        }
    }

    /// Time for one call, from the connection to the last byte of the answer. It must be
    /// longer than the longest run: the server goes on running the program after the client
    /// has given up. Default: [`Self::DEFAULT_TIME_OUT`].
    pub const fn time_out(mut self, time_out: Duration) -> Self {
        self.time_out = time_out;
        self
    }

    /// Sent as `Authorization: Bearer`. Default: none.
    pub fn token(mut self, token: impl Into<SecretString>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Bytes of an answer's body; a larger answer is an error. Default:
    /// [`Self::DEFAULT_MAX_RESPONSE_BYTES`].
    pub const fn max_response_bytes(mut self, max_response_bytes: usize) -> Self {
        self.max_response_bytes = max_response_bytes;
        self
    }

    /// Checks the settings. Opens no connection.
    ///
    /// # Errors
    ///
    /// The first setting that is wrong, see [`BuildError`].
    pub fn build(self) -> Result<Client, BuildError> {
        let base_url = base_url(&self.base_url)?;
        if self.time_out.is_zero() {
            return Err(BuildError::TimeOut);
        }
        let authorization = self.token.as_ref().map(authorization).transpose()?;
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .timeout(self.time_out)
            .build()
            .map_err(BuildError::Http)?;
        Ok(Client::from_parts(http, base_url, authorization, self.max_response_bytes))
    }
}

fn base_url(given: &str) -> Result<Url, BuildError> {
    let refuse = |reason: &str| {
        Err(BuildError::BaseUrl { url: given.to_owned(), reason: reason.to_owned() })
    };
    let mut url = match Url::parse(given) {
        Ok(url) => url,
        Err(error) => return refuse(&format!("is not a URL ({error})")),
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err(BuildError::BaseUrl {
            url: "(hidden)".to_owned(),
            reason: "holds a user name or password, which would show up in logs".to_owned(),
        });
    }
    if !matches!(url.scheme(), "http" | "https") {
        return refuse("is neither http nor https");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return refuse("has a query or a fragment");
    }
    let path = url.path().trim_end_matches('/').to_owned();
    url.set_path(&path);
    Ok(url)
}

fn authorization(token: &SecretString) -> Result<HeaderValue, BuildError> {
    let token = token.expose_secret();
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(BuildError::Token);
    }
    let mut value =
        HeaderValue::try_from(format!("Bearer {token}")).map_err(|_| BuildError::Token)?;
    // Keeps the token out of `Debug` of the header map.
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(base_url: &str) -> String {
        ClientBuilder::new(base_url).build().unwrap_err().to_string()
    }

    #[test]
    fn a_base_url_that_cannot_work_is_refused_with_the_reason() {
        assert_eq!(
            message("127.0.0.1:8787"),
            "base URL `127.0.0.1:8787` is not a URL (relative URL without a base); \
             a right one is http://127.0.0.1:8787"
        );
        assert_eq!(
            message("ftp://localhost"),
            "base URL `ftp://localhost` is neither http nor https; \
             a right one is http://127.0.0.1:8787"
        );
        assert_eq!(
            message("http://localhost/?x=1"),
            "base URL `http://localhost/?x=1` has a query or a fragment; \
             a right one is http://127.0.0.1:8787"
        );
    }

    #[test]
    fn a_password_in_the_base_url_is_refused_and_not_repeated() {
        assert_eq!(
            message("http://me:secret@localhost"),
            "base URL `(hidden)` holds a user name or password, which would show up in logs; \
             a right one is http://127.0.0.1:8787"
        );
    }

    #[test]
    fn a_time_out_of_zero_and_a_token_with_a_line_end_are_refused() {
        let builder = || ClientBuilder::new("http://127.0.0.1:1");
        assert!(matches!(builder().time_out(Duration::ZERO).build(), Err(BuildError::TimeOut)));
        assert!(matches!(builder().token("a\nb").build(), Err(BuildError::Token)));
        assert!(matches!(builder().token("").build(), Err(BuildError::Token)));
    }

    #[test]
    fn the_token_is_not_in_debug() {
        let builder = ClientBuilder::new("http://127.0.0.1:1").token("s3cret");
        assert!(!format!("{builder:?}").contains("s3cret"));
        let client = builder.build().unwrap();
        assert!(!format!("{client:?}").contains("s3cret"));
    }
}
