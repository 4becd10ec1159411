//! Why a call gave no result.

use std::time::Duration;

use jupan_api::ErrorDetail;

/// A call that gave no result.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server refused the request, or failed; the program did not run to a report.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// No answer, or not all of it. Whether a program ran is unknown.
    #[error(transparent)]
    Transport(#[from] Transport),
    /// An answer that is not one of the Jupan tool server.
    #[error(transparent)]
    NotOurAnswer(#[from] NotOurs),
}

/// The server's refusal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the server refused the request ({status}): {}", .detail.message)]
pub struct Refused {
    /// HTTP status.
    pub status: u16,
    /// What the server says is wrong.
    pub detail: ErrorDetail,
    /// How long to wait before asking again, when the server says so.
    pub retry_after: Option<Duration>,
}

/// A failure on the way.
#[derive(Debug, thiserror::Error)]
#[error("{}: {url}", .kind.phrase())]
pub struct Transport {
    /// The address that was asked.
    pub url: String,
    /// Where it failed.
    pub kind: TransportKind,
    /// The HTTP library's error.
    #[source]
    pub source: reqwest::Error,
}

/// Where a call failed on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TransportKind {
    /// No connection: nothing was sent.
    Connect,
    /// The time-out of the client ran out.
    TimeOut,
    /// The connection broke while the request was sent or the answer was read.
    Broken,
}

impl TransportKind {
    const fn phrase(self) -> &'static str {
        match self {
            Self::Connect => "no connection to the server",
            Self::TimeOut => "no answer from the server within the time-out",
            Self::Broken => "the connection to the server broke",
        }
    }
}

/// An answer that does not follow the contract.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{url} gave an answer that is not one of a Jupan server (status {status}): {reason}")]
pub struct NotOurs {
    /// The address that was asked.
    pub url: String,
    /// HTTP status.
    pub status: u16,
    /// What is wrong with the answer.
    pub reason: String,
}
