//! The inputs that are kept: few, small, and under version control.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::target::{self, Target};
use crate::workspace::Workspace;

/// Where a target's inputs are.
pub(super) struct Dirs {
    /// The kept corpus.
    pub(super) kept: PathBuf,
    /// What runs on this machine have found beyond it.
    pub(super) found: PathBuf,
    /// Inputs that a run failed on.
    pub(super) failures: PathBuf,
}

impl Dirs {
    /// The folders of `target`, which are there afterwards.
    pub(super) fn create(workspace: &Workspace, target: &Target) -> Result<Self> {
        let own = workspace.target.join("fuzz").join(target.name);
        let dirs = Self {
            kept: workspace.root.join("fuzz/corpus").join(target.name),
            found: own.join("found"),
            failures: own.join("failures"),
        };
        for dir in [&dirs.kept, &dirs.found, &dirs.failures] {
            fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
        }
        Ok(dirs)
    }
}

/// Replaces the kept corpus by the fewest inputs, of it and of what was found, that reach the
/// same code.
pub(super) fn keep(fuzzer: &mut Command, target: &Target, dirs: &Dirs) -> Result<String> {
    let merged = dirs.found.with_file_name("merged");
    if merged.exists() {
        fs::remove_dir_all(&merged)
            .with_context(|| format!("cannot remove {}", merged.display()))?;
    }
    fs::create_dir(&merged).with_context(|| format!("cannot create {}", merged.display()))?;
    // How often a piece of code ran does not count here: what is kept is to be few.
    fuzzer.args(["-set_cover_merge=1", "-use_counters=0"]).args([&merged, &dirs.kept, &dirs.found]);
    if !target::watch(fuzzer)?.succeeded {
        bail!("the corpus of `{}` cannot be merged, see above", target.name);
    }
    let (files, bytes) = replace(&dirs.kept, &merged)?;
    Ok(format!("{files} inputs kept, {bytes} bytes"))
}

/// Moves the files of `new` to `kept` in place of those that are there; gives how many there
/// are then, and how many bytes.
fn replace(kept: &Path, new: &Path) -> Result<(usize, u64)> {
    let list = |dir: &Path| -> Result<Vec<PathBuf>> {
        fs::read_dir(dir)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .with_context(|| format!("cannot list {}", dir.display()))
    };
    let new = list(new)?;
    if new.is_empty() {
        bail!("the merged corpus is empty");
    }
    for file in list(kept)? {
        fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
    }
    let mut bytes = 0;
    for file in &new {
        let name = file.file_name().context("a file without a name")?;
        bytes += fs::copy(file, kept.join(name))
            .with_context(|| format!("cannot copy {}", file.display()))?;
    }
    Ok((new.len(), bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kept_corpus_is_replaced_but_never_by_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let [kept, new] = ["kept", "new"].map(|name| dir.path().join(name));
        fs::create_dir(&kept).unwrap();
        fs::create_dir(&new).unwrap();
        fs::write(kept.join("old"), "1").unwrap();
        assert_eq!(replace(&kept, &new).unwrap_err().to_string(), "the merged corpus is empty");
        assert!(kept.join("old").exists());

        fs::write(new.join("a"), "12").unwrap();
        fs::write(new.join("b"), "345").unwrap();
        assert_eq!(replace(&kept, &new).unwrap(), (2, 5));
        assert!(!kept.join("old").exists());
        assert_eq!(fs::read(kept.join("b")).unwrap(), b"345");
    }
}
