//! What is to be run.

use serde::{Deserialize, Serialize};

/// A program and what belongs to it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Python source text.
    pub code: String,
    /// A JSON object as text, each member bound as a Python variable; `None` binds nothing.
    pub inputs: Option<String>,
    /// Seeds Python's `random` and the guest's random numbers; `None` takes fresh ones.
    pub seed: Option<u64>,
}

impl Program {
    /// A program without inputs or seed.
    #[must_use]
    pub fn new(code: impl Into<String>) -> Self {
        Self { code: code.into(), ..Self::default() }
    }
}
