//! The bearer token: compared in constant time, never shown.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use subtle::ConstantTimeEq;

/// A secret that requests must carry. It is never printed: its `Debug` form and its
/// serialised form are [`BearerToken::REDACTED`].
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct BearerToken(String);

impl BearerToken {
    /// The least number of characters: 16.
    pub const MIN_CHARS: usize = 16;
    /// The greatest number of characters: 512.
    pub const MAX_CHARS: usize = 512;
    /// What is shown in its place. As a token it would be refused.
    pub const REDACTED: &str = "[redacted]";

    /// A token. [`ServerConfig::validate`](crate::ServerConfig::validate) checks whether it is
    /// fit to be one.
    #[must_use]
    pub fn new(token: impl Into<String>) -> Self {
        Self(token.into())
    }

    /// Whether `given` is this token. The time it takes tells at most whether the lengths are
    /// equal.
    pub(crate) fn matches(&self, given: &[u8]) -> bool {
        self.0.as_bytes().ct_eq(given).into()
    }

    pub(super) fn validate(&self) -> Result<(), TokenError> {
        let length = self.0.chars().count();
        if let Some(place) = self.0.chars().position(|c| !c.is_ascii_graphic()) {
            return Err(TokenError::Character { place: place + 1 });
        }
        if !(Self::MIN_CHARS..=Self::MAX_CHARS).contains(&length) {
            return Err(TokenError::Length { length });
        }
        Ok(())
    }
}

impl fmt::Debug for BearerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::REDACTED)
    }
}

impl Serialize for BearerToken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Self::REDACTED)
    }
}

impl PartialEq for BearerToken {
    fn eq(&self, other: &Self) -> bool {
        self.matches(other.0.as_bytes())
    }
}

impl Eq for BearerToken {}

/// A token that cannot be sent, or that could be guessed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TokenError {
    /// Too short or too long.
    #[error("has {length} characters; it must have between {min} and {max}", min = BearerToken::MIN_CHARS, max = BearerToken::MAX_CHARS)]
    Length {
        /// Its length in characters.
        length: usize,
    },
    /// A character that a header cannot carry unharmed.
    #[error(
        "has a space, a control character or a letter outside ASCII at place {place}; it must be visible ASCII characters only"
    )]
    Character {
        /// Its place, counted from 1.
        place: usize,
    },
}
