//! The answer of `/healthz` and `/readyz`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The server is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// Always `ok`.
    pub status: String,
    /// The server's version.
    pub version: String,
}
