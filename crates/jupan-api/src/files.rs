//! Files that a program is given, and those that come back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is in a file that a program is given: text, or an object with bytes in base64.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FileContent {
    /// Text, which the file holds as UTF-8.
    Text(String),
    /// Bytes.
    Base64 {
        /// In the standard alphabet, with `=` at the end where it belongs.
        base64: String,
    },
}

/// Which files of the program's folder come back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Outputs {
    /// `true`: all that are new or were written to. `false`: none.
    New(bool),
    /// Those with these names, new or not: `*` stands for any characters but a slash, `?` for
    /// one, and the name of a folder for all that is in it.
    Named(Vec<String>),
}

/// A file that a program left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutputFile {
    /// Its name, relative to the program's folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// What is in it, if that is UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What is in it, if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
}

/// A file that was asked for and does not come back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOutFile {
    /// Its name, or the one that no file has.
    pub name: String,
    /// Its size, if it is there.
    pub bytes: Option<u64>,
    /// Why it does not come back, in words.
    pub reason: String,
}
