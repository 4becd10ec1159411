//! What the host hands to the guest.

use serde::{Deserialize, Serialize};

/// One program and what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuestRequest {
    /// Python source text. Run as `__main__`, in a fresh namespace or in that of the session.
    pub code: String,
    /// A JSON object as text; each member is bound as a Python variable before the program
    /// starts. `None` binds nothing. Text rather than a tree, so that the guest's own `json`
    /// decides what a number becomes and nothing is rounded on the way.
    pub inputs: Option<String>,
    /// Seeds Python's `random`. `None` seeds it from WASI's `random_get`.
    pub seed: Option<u64>,
    /// Top-level names of packages that other images have. A program that imports one of them is
    /// not started: the report says [`Elsewhere`](crate::Ending::Elsewhere).
    pub elsewhere: Vec<String>,
    /// Whether a later program of the same session is to find what this one leaves. The end of
    /// the program is then not the end of the interpreter: exit functions and finalizers wait,
    /// and tracebacks tell the programs apart.
    pub is_kept: bool,
}

/// A request that does not decode, or does not encode.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("guest request is not valid: {0}")]
pub struct RequestError(postcard::Error);

impl GuestRequest {
    /// The envelope's bytes.
    ///
    /// # Errors
    ///
    /// None in practice: a growing buffer takes any request. The encoder's type has the case.
    pub fn encode(&self) -> Result<Vec<u8>, RequestError> {
        postcard::to_stdvec(self).map_err(RequestError)
    }

    /// Reads an envelope.
    ///
    /// # Errors
    ///
    /// When `bytes` is not exactly one encoded request.
    pub fn decode(bytes: &[u8]) -> Result<Self, RequestError> {
        match postcard::take_from_bytes(bytes) {
            Ok((request, [])) => Ok(request),
            Ok(_) => Err(RequestError(postcard::Error::DeserializeBadEncoding)),
            Err(error) => Err(RequestError(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> GuestRequest {
        GuestRequest {
            code: "print(x)\0é".to_owned(),
            inputs: Some(r#"{"x": 1}"#.to_owned()),
            seed: Some(u64::MAX),
            elsewhere: vec!["sympy".to_owned()],
            is_kept: true,
        }
    }

    #[test]
    fn a_request_survives_the_way() {
        let bytes = request().encode().unwrap();
        assert_eq!(GuestRequest::decode(&bytes), Ok(request()));
    }

    #[test]
    fn a_short_or_long_request_is_refused() {
        let mut bytes = request().encode().unwrap();
        assert!(GuestRequest::decode(&bytes[..bytes.len() - 1]).is_err());
        bytes.push(0);
        assert!(GuestRequest::decode(&bytes).is_err());
    }
}
