//! Sizes of files.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command;

/// Files are meant to stay below this many lines.
const SOFT_LINES: usize = 400;
/// No file of code may have more lines than this.
const MAX_LINES: usize = 600;
/// Code that may be longer all the same. Meant to stay empty.
const LONG_FILES: [&str; 0] = [];
/// No tracked file may be larger than this.
const MAX_BYTES: u64 = 512 * 1024;

/// A file under version control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TrackedFile {
    /// Relative to the top of the checkout.
    pub(super) path: String,
    pub(super) bytes: u64,
    /// `None` unless it is Rust code.
    pub(super) lines: Option<usize>,
}

/// What [`check`] found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// Broken rules.
    pub(super) wrong: Vec<String>,
    /// What may become one.
    pub(super) notes: Vec<String>,
}

/// The files under version control. Outside a checkout (a source archive) it is all that
/// such an archive has anyway, so there is nothing to check.
pub(super) fn tracked(root: &Path) -> Result<Vec<TrackedFile>> {
    if !root.join(".git").exists() {
        eprintln!("note: not a git checkout, file sizes are not checked");
        return Ok(Vec::new());
    }
    let listed = command::capture(
        std::process::Command::new("git").current_dir(root).args(["ls-files", "-z"]),
    )?;
    listed
        .split('\0')
        .filter(|path| !path.is_empty())
        .map(|path| (path, root.join(path)))
        // A file that was deleted but not yet committed is no longer ours to judge.
        .filter(|(_, absolute)| absolute.symlink_metadata().is_ok())
        .map(|(path, absolute)| measure(path, &absolute))
        .collect()
}

fn measure(path: &str, absolute: &PathBuf) -> Result<TrackedFile> {
    let bytes =
        absolute.symlink_metadata().with_context(|| format!("cannot look at {path}"))?.len();
    let lines = if path.ends_with(".rs") {
        let text =
            std::fs::read_to_string(absolute).with_context(|| format!("cannot read {path}"))?;
        Some(text.lines().count())
    } else {
        None
    };
    Ok(TrackedFile { path: path.to_owned(), bytes, lines })
}

/// Every file that is too large or too long.
pub(super) fn check(files: &[TrackedFile]) -> Found {
    let mut found = Found::default();
    for TrackedFile { path, bytes, lines } in files {
        if *bytes > MAX_BYTES {
            found
                .wrong
                .push(format!("{path} has {bytes} bytes; at most {MAX_BYTES} may be tracked"));
        }
        let Some(lines) = *lines else { continue };
        if lines > MAX_LINES && !LONG_FILES.contains(&path.as_str()) {
            found.wrong.push(format!("{path} has {lines} lines; at most {MAX_LINES} are allowed"));
        } else if lines > SOFT_LINES {
            found.notes.push(format!("{path} has {lines} lines; more than {SOFT_LINES} is long"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, bytes: u64, lines: Option<usize>) -> TrackedFile {
        TrackedFile { path: path.to_owned(), bytes, lines }
    }

    #[test]
    fn large_and_long_files_are_named() {
        let found = check(&[
            file("README.md", 524_288, None),
            file("model.bin", 524_289, None),
            file("a.rs", 100, Some(400)),
            file("b.rs", 100, Some(401)),
            file("c.rs", 100, Some(600)),
            file("d.rs", 100, Some(601)),
        ]);
        assert_eq!(
            found,
            Found {
                wrong: vec![
                    "model.bin has 524289 bytes; at most 524288 may be tracked".to_owned(),
                    "d.rs has 601 lines; at most 600 are allowed".to_owned(),
                ],
                notes: vec![
                    "b.rs has 401 lines; more than 400 is long".to_owned(),
                    "c.rs has 600 lines; more than 400 is long".to_owned(),
                ],
            }
        );
    }

    #[test]
    fn only_code_has_its_lines_counted() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        std::fs::write(&path, "1\n2\n3").unwrap();
        assert_eq!(measure("x/a.rs", &path).unwrap(), file("x/a.rs", 5, Some(3)));
        assert_eq!(measure("x/a.md", &path).unwrap(), file("x/a.md", 5, None));
    }
}
