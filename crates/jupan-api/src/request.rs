//! The body of `POST /v1/execute`.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{FileContent, Outputs};

/// A program to run, and what belongs to it. All but `code` is optional; an unknown field is
/// an error.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExecuteRequest {
    /// Python source text.
    pub code: String,
    /// Bound as Python variables before the program starts. The values are kept as the JSON
    /// text they came in, so that a large integer stays exact.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    #[schemars(with = "std::collections::BTreeMap<String, serde_json::Value>")]
    pub inputs: IndexMap<String, Box<RawValue>>,
    /// Files that the program finds in its folder, by their names, which may have folders in
    /// them: `data/2024.csv`.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    #[schemars(with = "std::collections::BTreeMap<String, FileContent>")]
    pub files: IndexMap<String, FileContent>,
    /// Which files of its folder come back. Left out: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outputs: Option<Outputs>,
    /// Tighter limits for this run. A field left out takes the server's default.
    #[serde(default, skip_serializing_if = "LimitOverrides::is_empty")]
    pub limits: LimitOverrides,
    /// Makes the run one that can be repeated: all that is random comes from it, `random`, `uuid`,
    /// `secrets` and `os.urandom` alike. Left out: a fresh seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The session to run in, so that the program finds what earlier ones of it have left. Left
    /// out: a fresh interpreter, of which nothing is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// The image that runs the program: `auto`, or the name of one, `python` or `science`. Left
    /// out, as `auto`: what it imports decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Whether the last value comes as HTML as well, in `result_html`: a table of pandas has such a
    /// form. Left out: no.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub html: bool,
}

impl ExecuteRequest {
    /// A request for `code`, with no inputs and the server's default limits.
    #[must_use]
    pub fn new(code: impl Into<String>) -> Self {
        Self { code: code.into(), ..Self::default() }
    }
}

/// Limits that a request may set. Each must lie between the server's minimum and ceiling; a
/// value outside is refused, never adjusted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitOverrides {
    /// Wall-clock time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_ms: Option<u64>,
    /// WebAssembly instructions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel: Option<u64>,
    /// The sandbox's linear memory in bytes, the interpreter's own part included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
    /// Bytes kept of stdout, and as many of stderr.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_bytes: Option<u64>,
    /// Bytes in all files together, those that the program was given included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files_bytes: Option<u64>,
    /// Bytes of files that come back, their names included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned_bytes: Option<u64>,
}

impl LimitOverrides {
    /// Whether no limit is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
