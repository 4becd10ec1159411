//! Why an image cannot be used.

use std::{io, path::PathBuf};

/// An image that cannot be used: the file, and what is wrong with it.
#[derive(Debug, thiserror::Error)]
#[error("the image file {} {fault}; `cargo xtask image` builds the image anew", file.display())]
pub struct ImageError {
    /// The file at fault.
    pub file: PathBuf,
    /// What is wrong with it.
    #[source]
    pub fault: ImageFault,
}

/// What is wrong with an image's file. Each message continues a sentence that names the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImageFault {
    /// There is none.
    #[error("is missing")]
    Missing,
    /// It cannot be read.
    #[error("cannot be read ({0})")]
    Unreadable(io::Error),
    /// Anybody on this machine could have put native code there.
    #[error("can be written by every user of this machine, so that its code cannot be trusted")]
    WritableByAll,
    /// It is no description.
    #[error("is not an image description ({0})")]
    NotADescription(String),
    /// It was made by another version of this program.
    #[error("has the {what} {found}, and this program needs {needed}")]
    Version {
        /// What has a version: `description format` or `ABI version`.
        what: &'static str,
        /// The version found.
        found: u32,
        /// The version needed.
        needed: u32,
    },
    /// It was compiled for another engine, processor or setting.
    #[error("was compiled for {found}, and this program needs {needed}")]
    Foreign {
        /// What it was compiled for.
        found: String,
        /// What this program needs.
        needed: String,
    },
    /// It is not what the description says.
    #[error("is damaged ({0})")]
    Damaged(String),
    /// The engine does not accept it.
    #[error("cannot be loaded ({0})")]
    Rejected(String),
}
