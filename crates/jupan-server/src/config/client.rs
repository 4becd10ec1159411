//! Clients with tokens of their own.

use serde::{Deserialize, Serialize};

use super::{BearerToken, ServerConfig, TokenError};

/// A client that has a token and ceilings of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedClient {
    /// What the log and the metrics call it: at most [`NamedClient::MAX_NAME_CHARS`] small
    /// letters, digits, `-` and `_`.
    pub name: String,
    /// Its token.
    pub token: BearerToken,
    /// Runs that it may have at a time, those that wait included. Default: as many as run and
    /// wait on the whole server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_concurrent_runs: Option<u64>,
    /// Runs that it may start within a minute. Default [`NamedClient::MAX_RUNS_PER_MINUTE`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_runs_per_minute: Option<u64>,
}

impl NamedClient {
    /// The most characters of a name.
    pub const MAX_NAME_CHARS: usize = 32;
    /// The most clients.
    pub const MAX_CLIENTS: usize = 1024;
    /// The most runs that a client may have at a time.
    pub const MAX_CONCURRENT_RUNS: u64 =
        ServerConfig::MAX_CONCURRENT_RUNS + ServerConfig::MAX_QUEUED_RUNS;
    /// The most runs that a client may start within a minute.
    pub const MAX_RUNS_PER_MINUTE: u64 = 10_000_000;
}

/// Clients that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// More than anyone looks after by hand.
    #[error("{0} are given; there may be at most {max}", max = NamedClient::MAX_CLIENTS)]
    TooMany(usize),
    /// A name that could not stand in a log or a metric as it is.
    #[error(
        "{0:?} is no name of a client; it must have between 1 and {max} small letters, digits, hyphens and underscores",
        max = NamedClient::MAX_NAME_CHARS
    )]
    Name(String),
    /// Two clients with one name.
    #[error("the name {0:?} is given twice")]
    NameTwice(String),
    /// Two clients with one token, or one that has the server's own.
    #[error("the token of {0:?} is also that of another client")]
    TokenTwice(String),
    /// A token that is not fit to be one.
    #[error("the token of {name:?} {source}")]
    Token {
        /// Whose.
        name: String,
        /// What is wrong with it.
        source: TokenError,
    },
    /// A ceiling out of range.
    #[error("{field} of {name:?} is {value}; it must be between 1 and {max}")]
    OutOfRange {
        /// Whose.
        name: String,
        /// Which.
        field: &'static str,
        /// What was given.
        value: u64,
        /// The greatest value.
        max: u64,
    },
}

/// Checks each of `clients` and how they go together with the server's `own` token.
pub(super) fn validate(
    clients: &[NamedClient],
    own: Option<&BearerToken>,
) -> Result<(), ClientError> {
    if clients.len() > NamedClient::MAX_CLIENTS {
        return Err(ClientError::TooMany(clients.len()));
    }
    for (place, client) in clients.iter().enumerate() {
        let NamedClient { name, token, max_concurrent_runs, max_runs_per_minute } = client;
        let is_plain =
            |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
        if !(1..=NamedClient::MAX_NAME_CHARS).contains(&name.chars().count())
            || !name.chars().all(is_plain)
        {
            return Err(ClientError::Name(name.chars().take(64).collect()));
        }
        token.validate().map_err(|source| ClientError::Token { name: name.clone(), source })?;
        let before = &clients[..place];
        if before.iter().any(|other| other.name == *name) {
            return Err(ClientError::NameTwice(name.clone()));
        }
        if own == Some(token) || before.iter().any(|other| other.token == *token) {
            return Err(ClientError::TokenTwice(name.clone()));
        }
        for (field, value, max) in [
            ("max_concurrent_runs", *max_concurrent_runs, NamedClient::MAX_CONCURRENT_RUNS),
            ("max_runs_per_minute", *max_runs_per_minute, NamedClient::MAX_RUNS_PER_MINUTE),
        ] {
            if let Some(value) = value.filter(|value| !(1..=max).contains(value)) {
                return Err(ClientError::OutOfRange { name: name.clone(), field, value, max });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(name: &str, token: &str) -> NamedClient {
        NamedClient {
            name: name.to_owned(),
            token: BearerToken::new(token),
            max_concurrent_runs: None,
            max_runs_per_minute: None,
        }
    }

    fn refused(clients: &[NamedClient]) -> String {
        let own = BearerToken::new("the-server's-own-token");
        validate(clients, Some(&own)).unwrap_err().to_string()
    }

    #[test]
    fn clients_are_told_apart_by_name_and_token() {
        let (a, b) = (client("a", "0123456789abcdef"), client("b-2_c", "0123456789abcdeg"));
        assert_eq!(validate(&[a.clone(), b.clone()], None), Ok(()));
        assert_eq!(
            refused(&[a.clone(), client("a", "fedcba9876543210")]),
            "the name \"a\" is given twice"
        );
        let message = "the token of \"b\" is also that of another client";
        assert_eq!(refused(&[a.clone(), client("b", "0123456789abcdef")]), message);
        assert_eq!(refused(&[client("b", "the-server's-own-token")]), message);
    }

    #[test]
    fn what_cannot_be_is_named() {
        for bad in ["", "A", "a b", "é", &"a".repeat(33)] {
            assert!(refused(&[client(bad, "0123456789abcdef")]).contains("is no name of a client"));
        }
        assert_eq!(
            refused(&[client("a", "short")]),
            "the token of \"a\" has 5 characters; it must have between 16 and 512"
        );
        let ceiling =
            NamedClient { max_concurrent_runs: Some(0), ..client("a", "0123456789abcdef") };
        assert_eq!(
            refused(&[ceiling]),
            "max_concurrent_runs of \"a\" is 0; it must be between 1 and 65792"
        );
        let many = vec![client("a", "0123456789abcdef"); NamedClient::MAX_CLIENTS + 1];
        assert_eq!(refused(&many), "1025 are given; there may be at most 1024");
    }
}
