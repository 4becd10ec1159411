//! Address and key of a provider.

use std::net::IpAddr;
use std::time::Duration;

use async_openai::config::Config;
use reqwest::Url;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use secrecy::{ExposeSecret, SecretString};

use super::HttpModelSettings;

/// Settings that make no model.
#[derive(Debug, thiserror::Error)]
pub enum HttpModelError {
    /// The base URL can't be used.
    #[error("base URL `{url}` {reason}; a right one is https://api.openai.com/v1")]
    BaseUrl {
        /// The URL as it was given; without it when it holds a password.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No model is named.
    #[error("the model's name is empty")]
    Model,
    /// The key holds characters that no HTTP header can carry.
    #[error("the API key holds characters other than visible ASCII")]
    Key,
    /// The time-out is zero.
    #[error("the model's time-out is 0")]
    TimeOut,
    /// The HTTP library could not be set up.
    #[error("the HTTP client could not be set up")]
    Http(#[source] reqwest::Error),
}

/// Time to establish a connection.
const CONNECT_TIME_OUT: Duration = Duration::from_secs(10);

/// Address and key in the form `async-openai` wants. Its own configuration would read the
/// environment again.
#[derive(Debug, Clone)]
pub(super) struct Endpoint {
    base_url: Url,
    /// Without a slash at the end, since paths begin with one.
    base: String,
    key: SecretString,
    headers: HeaderMap,
}

impl Endpoint {
    pub(super) fn new(settings: &HttpModelSettings) -> Result<Self, HttpModelError> {
        if settings.model.trim().is_empty() {
            return Err(HttpModelError::Model);
        }
        if settings.time_out.is_zero() {
            return Err(HttpModelError::TimeOut);
        }
        let base_url = base_url(&settings.base_url)?;
        let key = settings.api_key.clone().unwrap_or_else(|| SecretString::from(String::new()));
        let mut headers = HeaderMap::new();
        if !key.expose_secret().is_empty() {
            headers.insert(AUTHORIZATION, authorization(&key)?);
        }
        let base = base_url.as_str().trim_end_matches('/').to_owned();
        Ok(Self { base_url, base, key, headers })
    }

    pub(super) fn http_client(&self) -> Result<reqwest::Client, HttpModelError> {
        let mut builder = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIME_OUT)
            .redirect(Policy::none())
            .user_agent(concat!("jupan/", env!("CARGO_PKG_VERSION")));
        if self.is_local() {
            builder = builder.no_proxy();
        }
        builder.build().map_err(HttpModelError::Http)
    }

    fn is_local(&self) -> bool {
        let host = self.base_url.host_str().unwrap_or_default();
        let host = host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    /// `text` without the key, which some providers repeat in their errors.
    pub(super) fn without_key(&self, text: &str) -> String {
        match self.key.expose_secret() {
            "" => text.to_owned(),
            key => text.replace(key, "[key]"),
        }
    }
}

impl Config for Endpoint {
    fn headers(&self) -> HeaderMap {
        self.headers.clone()
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    fn query(&self) -> Vec<(&str, &str)> {
        Vec::new()
    }

    fn api_base(&self) -> &str {
        &self.base
    }

    fn api_key(&self) -> &SecretString {
        &self.key
    }
}

fn base_url(given: &str) -> Result<Url, HttpModelError> {
    let refuse = |reason: String| Err(HttpModelError::BaseUrl { url: given.to_owned(), reason });
    let url = match Url::parse(given) {
        Ok(url) => url,
        Err(error) => return refuse(format!("is not a URL ({error})")),
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err(HttpModelError::BaseUrl {
            url: "(hidden)".to_owned(),
            reason: "holds a user name or password, which would show up in logs".to_owned(),
        });
    }
    if !matches!(url.scheme(), "http" | "https") {
        return refuse("is neither http nor https".to_owned());
    }
    if url.query().is_some() || url.fragment().is_some() {
        return refuse("has a query or a fragment".to_owned());
    }
    Ok(url)
}

fn authorization(key: &SecretString) -> Result<HeaderValue, HttpModelError> {
    let key = key.expose_secret();
    if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(HttpModelError::Key);
    }
    let mut value =
        HeaderValue::try_from(format!("Bearer {key}")).map_err(|_| HttpModelError::Key)?;
    // Keeps the key out of `Debug` of the header map.
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(base_url: &str, key: &str) -> Result<Endpoint, HttpModelError> {
        Endpoint::new(&HttpModelSettings {
            api_key: Some(SecretString::from(key)),
            ..HttpModelSettings::new(base_url, "m")
        })
    }

    #[test]
    fn paths_follow_the_base_url_with_or_without_a_slash() {
        for base in ["http://localhost:1/v1", "http://localhost:1/v1/"] {
            let endpoint = endpoint(base, "").unwrap();
            assert_eq!(endpoint.url("/responses"), "http://localhost:1/v1/responses");
        }
    }

    #[test]
    fn the_key_is_in_the_header_and_nowhere_else() {
        let endpoint = endpoint("http://localhost:1", "k-123").unwrap();
        assert_eq!(endpoint.headers()[AUTHORIZATION], "Bearer k-123");
        assert!(!format!("{endpoint:?}").contains("k-123"));
        assert_eq!(endpoint.without_key("bad key k-123!"), "bad key [key]!");
    }

    #[test]
    fn wrong_settings_are_refused_with_the_reason() {
        let message = |base_url: &str, key: &str| endpoint(base_url, key).unwrap_err().to_string();
        assert_eq!(
            message("localhost:11434/v1", ""),
            "base URL `localhost:11434/v1` is neither http nor https; \
             a right one is https://api.openai.com/v1"
        );
        assert_eq!(
            message("http://u:p@localhost", ""),
            "base URL `(hidden)` holds a user name or password, which would show up in logs; \
             a right one is https://api.openai.com/v1"
        );
        assert_eq!(
            message("http://localhost", "a\nb"),
            "the API key holds characters other than visible ASCII"
        );
    }

    #[test]
    fn only_this_machine_counts_as_local() {
        let local = |base_url: &str| endpoint(base_url, "").unwrap().is_local();
        assert!(local("http://localhost:1/v1"));
        assert!(local("http://127.0.0.2/v1"));
        assert!(local("http://[::1]:8080/v1"));
        assert!(!local("https://api.openai.com/v1"));
        assert!(!local("http://localhost.example.com"));
    }
}
