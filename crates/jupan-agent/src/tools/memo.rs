//! `memo`: writes a text into a file.

use std::io::Write;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Effect, Tool, ToolError, ToolOutput};

/// Writes its text into the file `memo.txt` of one folder, in place of what was there. It
/// changes something, so it needs approval. The model chooses neither folder nor name.
#[derive(Debug, Clone)]
pub struct Memo {
    folder: PathBuf,
}

/// The arguments of [`Memo`].
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoArguments {
    /// The text of the memo.
    pub text: String,
}

/// A folder that can't hold the memo.
#[derive(Debug, thiserror::Error)]
#[error("`{}` is not an existing folder", .0.display())]
pub struct MemoError(PathBuf);

impl Memo {
    /// The name of the file.
    pub const FILE_NAME: &str = "memo.txt";
    /// 64 KiB of text.
    pub const MAX_TEXT_BYTES: usize = 64 << 10;

    /// The tool for this folder.
    ///
    /// # Errors
    ///
    /// When the folder does not exist.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Result<Self, MemoError> {
        let folder = folder.into();
        if folder.is_dir() { Ok(Self { folder }) } else { Err(MemoError(folder)) }
    }
}

impl Tool for Memo {
    type Arguments = MemoArguments;

    fn name(&self) -> &'static str {
        "memo"
    }

    fn description(&self) -> &'static str {
        "Writes a memo for the user into a file and replaces the memo that was there. The \
         user is asked first."
    }

    fn effect(&self) -> Effect {
        Effect::Acting
    }

    async fn run(&self, MemoArguments { text }: MemoArguments) -> Result<ToolOutput, ToolError> {
        if text.len() > Self::MAX_TEXT_BYTES {
            let limit = Self::MAX_TEXT_BYTES;
            return Err(ToolError::tell(format!(
                "the text has {} bytes; at most {limit} are allowed",
                text.len()
            )));
        }
        let (folder, bytes) = (self.folder.clone(), text.len());
        let written = tokio::task::spawn_blocking(move || write(&folder, &text)).await;
        match written {
            Ok(Ok(())) => Ok(format!("written to {} ({bytes} bytes)", Self::FILE_NAME).into()),
            Ok(Err(error)) => {
                Err(ToolError::tell(format!("{} could not be written: {error}", Self::FILE_NAME)))
            }
            Err(_) => Err(ToolError::tell(format!("{} could not be written", Self::FILE_NAME))),
        }
    }
}

/// Writes beside the file and moves it over: the memo is the old one or the new one, never
/// half of it, and a link under its name is replaced, not followed.
fn write(folder: &Path, text: &str) -> std::io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(folder.join(Memo::FILE_NAME))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn run(folder: &Path, text: &str) -> Result<String, String> {
        let memo = Memo::in_folder(folder).unwrap();
        let result = memo.run(MemoArguments { text: text.to_owned() }).await;
        result.map(|output| output.text).map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn a_memo_replaces_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(run(folder.path(), "one").await, Ok("written to memo.txt (3 bytes)".to_owned()));
        assert_eq!(run(folder.path(), "two").await, Ok("written to memo.txt (3 bytes)".to_owned()));
        let files: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(files, [folder.path().join("memo.txt")]);
        assert_eq!(std::fs::read_to_string(&files[0]).unwrap(), "two");
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_link_in_the_place_of_the_memo_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let elsewhere = folder.path().join("elsewhere");
        std::fs::write(&elsewhere, "keep").unwrap();
        std::os::unix::fs::symlink(&elsewhere, folder.path().join("memo.txt")).unwrap();
        run(folder.path(), "new").await.unwrap();
        assert_eq!(std::fs::read_to_string(&elsewhere).unwrap(), "keep");
        assert_eq!(std::fs::read_to_string(folder.path().join("memo.txt")).unwrap(), "new");
    }

    #[tokio::test]
    async fn a_memo_that_is_too_long_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let text = "x".repeat(Memo::MAX_TEXT_BYTES + 1);
        assert_eq!(
            run(folder.path(), &text).await,
            Err("the text has 65537 bytes; at most 65536 are allowed".to_owned())
        );
        assert!(Memo::in_folder(folder.path().join("missing")).is_err());
    }
}
