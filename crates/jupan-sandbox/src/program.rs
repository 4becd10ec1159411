//! What is to be run.

use serde::{Deserialize, Serialize};

use crate::SharedBytes;

/// A program and what belongs to it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Python source text.
    pub code: String,
    /// A JSON object as text, each member bound as a Python variable; `None` binds nothing.
    pub inputs: Option<String>,
    /// Seeds Python's `random` and the guest's random numbers; `None` takes fresh ones.
    pub seed: Option<u64>,
    /// Whether its last value comes as HTML as well, if that has such a form.
    pub wants_html: bool,
    /// Name of the image that it has to run in; `None` lets its imports decide.
    pub image: Option<String>,
    /// Files that it finds in its working folder, `/work`.
    pub files: Vec<ProgramFile>,
    /// Which files of its working folder are given back.
    pub outputs: Outputs,
}

/// Which files are given back when a program has ended, however it ended.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outputs {
    /// None.
    #[default]
    None,
    /// All that are new or were written to.
    All,
    /// Those with these names, new or not; a folder's name stands for all that is in it. `*` stands
    /// for any characters but a slash, `?` for one.
    Named(Vec<String>),
}

/// A file that a program finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramFile {
    /// Its name, which may have folders in it: `data/2024.csv`.
    pub name: String,
    /// What is in it.
    pub bytes: SharedBytes,
}

impl Program {
    /// A program without inputs or seed.
    #[must_use]
    pub fn new(code: impl Into<String>) -> Self {
        Self { code: code.into(), ..Self::default() }
    }
}
