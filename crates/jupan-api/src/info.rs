//! The answer of `GET /v1/info`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a server runs programs with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ServerInfo {
    /// The server's version.
    pub version: String,
    /// The images that run programs. Every program starts in the first.
    pub images: Vec<ImageDetail>,
    /// The limits of a run.
    pub limits: LimitBounds,
}

/// What an image offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImageDetail {
    /// Its name, `python`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The Python version it implements.
    pub python_version: String,
    /// Modules that are there without an import.
    pub preloaded: Vec<String>,
    /// Modules that can be imported.
    pub modules: Vec<String>,
    /// Top-level names of the packages that it has beside the standard library.
    pub packages: Vec<String>,
}

/// What each limit is, and what a request may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LimitBounds {
    /// Wall-clock time in milliseconds.
    pub wall_ms: LimitBound,
    /// WebAssembly instructions.
    pub fuel: LimitBound,
    /// The sandbox's linear memory in bytes, the interpreter's own part included.
    pub memory_bytes: LimitBound,
    /// Bytes kept of stdout, and as many of stderr.
    pub output_bytes: LimitBound,
    /// Bytes in all files together, those that the program was given included.
    pub files_bytes: LimitBound,
    /// Bytes of files that come back, their names included.
    pub returned_bytes: LimitBound,
    /// Bytes of source text that a program may have. No request changes it.
    pub source_bytes: u64,
}

impl LimitBounds {
    /// Those that a request may change, by the names it calls them.
    #[must_use]
    pub fn named(&self) -> [(&'static str, LimitBound); 6] {
        [
            ("wall_ms", self.wall_ms),
            ("fuel", self.fuel),
            ("memory_bytes", self.memory_bytes),
            ("output_bytes", self.output_bytes),
            ("files_bytes", self.files_bytes),
            ("returned_bytes", self.returned_bytes),
        ]
    }
}

/// One limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LimitBound {
    /// The least that a request may ask for.
    pub min: u64,
    /// What holds for a request that names none.
    pub default: u64,
    /// The most that a request may ask for.
    pub max: u64,
}
