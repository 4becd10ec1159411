//! Sessions: runs that see what earlier ones have left.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The body of `POST /v1/sessions`. All of it is optional, the body itself too; an unknown field
/// is an error.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionRequest {
    /// Name of the image that its programs run in. Left out: the imports of the first program
    /// decide, for all that follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Bytes that it may have between two runs. Left out: the server's default, which is also the
    /// most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_bytes: Option<u64>,
    /// Milliseconds without a run after which it ends. Left out: the server's default, which is
    /// also the most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_ms: Option<u64>,
}

/// A session that can take runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionInfo {
    /// What requests call it by. Who knows it can run programs in it.
    pub id: String,
    /// Name of the image that its programs run in, once it is decided.
    pub image: Option<String>,
    /// Runs that it has had since it began or was reset.
    pub runs: u64,
    /// Bytes that it has between runs.
    pub bytes: u64,
    /// Bytes that it may have.
    pub max_bytes: u64,
    /// Milliseconds since it was last used.
    pub idle_ms: u64,
    /// Milliseconds without a run after which it ends.
    pub max_idle_ms: u64,
    /// Whether a program runs in it, or waits to.
    pub busy: bool,
}

/// The answer of `GET /v1/sessions`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionList {
    /// The sessions that can take runs, the last used first.
    pub sessions: Vec<SessionInfo>,
    /// Bytes that all of them have.
    pub bytes: u64,
}

/// The answer of `DELETE /v1/sessions/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionDeleted {
    /// The session that is no more.
    pub id: String,
}

/// What has become of a session by a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionAfterRun {
    /// The session.
    pub id: String,
    /// Runs that it has had, this one included.
    pub runs: u64,
    /// Bytes that it has now.
    pub bytes: u64,
    /// Why it has ended with this run, if it has: then no further run can see anything of it.
    pub ended: Option<SessionEnd>,
}

/// Why a session has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionEnd {
    /// A run hit a limit or crashed, which ends the interpreter in mid-program.
    Limit,
    /// A program ended the interpreter itself, as `os._exit` does.
    Exit,
    /// A run left more bytes than the session may have, or than the server has room for.
    TooLarge,
    /// It was deleted.
    Deleted,
    /// It was not used for too long.
    Idle,
    /// It was the one that was not used for longest when room was needed for another.
    Evicted,
}

impl SessionEnd {
    /// Every reason.
    pub const ALL: [Self; 6] =
        [Self::Limit, Self::Exit, Self::TooLarge, Self::Deleted, Self::Idle, Self::Evicted];

    /// The reason as it stands in the JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Limit => "limit",
            Self::Exit => "exit",
            Self::TooLarge => "too_large",
            Self::Deleted => "deleted",
            Self::Idle => "idle",
            Self::Evicted => "evicted",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_written_as_it_is_serialised() {
        for end in SessionEnd::ALL {
            assert_eq!(serde_json::to_value(end).unwrap(), end.as_str());
        }
    }
}
