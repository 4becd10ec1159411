//! The interpreter's crates as the guest is built from them: some carry patches of ours.
//!
//! `guest/patches/CRATE/*.patch` are applied, in the order of their names, to a copy of the
//! published crate in `guest/target/patched/CRATE`, which cargo takes instead. The lock file of
//! the guest still names the published crate, and its checksum.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use diffy::patch_set::{FileOperation, ParseOptions, PatchSet};
use walkdir::WalkDir;

use crate::command;
use crate::workspace::Workspace;

/// The file in a patched copy that says which patches it was made with.
const STAMP: &str = ".patches";

/// Brings the patched copies up to date, and gives the configuration that makes cargo take them.
/// A copy is left alone while the patches are those that it was made with, so that one can try
/// changes in it.
pub(super) fn ensure_applied(workspace: &Workspace) -> Result<String> {
    let names = patched_crates(workspace)?;
    let mut copies = Vec::new();
    for name in &names {
        let patches = patches_of(workspace, name)?;
        let key = key(&patches)?;
        let copy = copy_of(workspace, name);
        if fs::read_to_string(copy.join(STAMP)).ok().as_deref() != Some(&key) {
            let fresh = tempfile::tempdir().context("cannot make a folder")?;
            copy_published(workspace, name, fresh.path())?;
            for patch in &patches {
                apply(patch, fresh.path())?;
            }
            synchronise(fresh.path(), &copy)?;
            fs::write(copy.join(STAMP), key).context("cannot write a stamp")?;
        }
        copies.push(toml::Value::String(copy.display().to_string()));
    }
    Ok(format!("paths={}", toml::Value::Array(copies)))
}

/// Writes what the copy of crate `name` has more than its patches up to `patch` as that patch.
pub(crate) fn save(workspace: &Workspace, name: &str, patch: &str) -> Result<PathBuf> {
    let copy = copy_of(workspace, name);
    ensure!(copy.is_dir(), "there is no {}: `cargo xtask guest` makes it", copy.display());
    let dir = patches_dir(workspace).join(name);
    let file = dir.join(format!("{patch}.patch"));
    let before = tempfile::tempdir().context("cannot make a folder")?;
    copy_published(workspace, name, before.path())?;
    for earlier in patches_of(workspace, name)?.iter().filter(|earlier| **earlier < file) {
        apply(earlier, before.path())?;
    }
    let text = difference(before.path(), &copy)?;
    ensure!(!text.is_empty(), "{} has no change that is not in a patch yet", copy.display());
    let about = match fs::read_to_string(&file) {
        // What is said above the first file stays.
        Ok(old) => old.split("--- ").next().unwrap_or_default().to_owned(),
        Err(_) => String::new(),
    };
    fs::write(&file, about + &text).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file)
}

/// Makes the folder for patches of crate `name` and the copy that they apply to.
pub(crate) fn start(workspace: &Workspace, name: &str) -> Result<()> {
    fs::create_dir_all(patches_dir(workspace).join(name)).context("cannot make a folder")?;
    ensure_applied(workspace).map(drop)
}

fn patches_dir(workspace: &Workspace) -> PathBuf {
    workspace.guest().join("patches")
}

fn copy_of(workspace: &Workspace, name: &str) -> PathBuf {
    workspace.guest_target().join("patched").join(name)
}

/// The names of the crates with a folder of patches, sorted.
fn patched_crates(workspace: &Workspace) -> Result<Vec<String>> {
    let dir = patches_dir(workspace);
    let mut names = Vec::new();
    for entry in WalkDir::new(&dir).min_depth(1).max_depth(1).sort_by_file_name() {
        let entry = entry.with_context(|| format!("cannot list {}", dir.display()))?;
        if entry.file_type().is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    Ok(names)
}

/// The patches of crate `name`, in the order in which they apply.
fn patches_of(workspace: &Workspace, name: &str) -> Result<Vec<PathBuf>> {
    let dir = patches_dir(workspace).join(name);
    let mut patches = Vec::new();
    for entry in fs::read_dir(&dir).with_context(|| format!("cannot list {}", dir.display()))? {
        let path = entry.context("cannot list a folder")?.path();
        ensure!(
            path.extension().is_some_and(|extension| extension == "patch"),
            "{} is no patch: its name has to end in .patch",
            path.display()
        );
        patches.push(path);
    }
    patches.sort();
    Ok(patches)
}

fn key(patches: &[PathBuf]) -> Result<String> {
    let mut hasher = blake3::Hasher::new();
    for patch in patches {
        let text = fs::read(patch).with_context(|| format!("cannot read {}", patch.display()))?;
        hasher.update(blake3::hash(&text).as_bytes());
    }
    Ok(hasher.finalize().to_hex().to_string())
}

/// Puts the sources of crate `name`, in the version that the guest's lock file has, in `to`.
fn copy_published(workspace: &Workspace, name: &str, to: &Path) -> Result<()> {
    let metadata = command::metadata(&workspace.guest(), &["--locked"])?;
    let found: Vec<_> =
        metadata.packages.iter().filter(|package| package.name.as_str() == name).collect();
    let [package] = found[..] else {
        bail!("guest/patches/{name}: the guest has {} crates of this name", found.len());
    };
    let from = package.manifest_path.parent().context("a manifest lies in no folder")?;
    for file in files(from.as_std_path())? {
        let place = to.join(&file);
        let dir = place.parent().context("a file lies in no folder")?;
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        fs::copy(from.as_std_path().join(&file), &place)
            .with_context(|| format!("cannot write {}", place.display()))?;
    }
    Ok(())
}

/// Makes the folder `to` what `from` is. A file that is the same is not touched: cargo would
/// build anew what depends on it.
fn synchronise(from: &Path, to: &Path) -> Result<()> {
    let wanted = files(from)?;
    if to.exists() {
        for extra in files(to)?.difference(&wanted) {
            fs::remove_file(to.join(extra))
                .with_context(|| format!("cannot remove {}", extra.display()))?;
        }
    }
    for file in wanted {
        let (new, place) = (fs::read(from.join(&file))?, to.join(&file));
        if fs::read(&place).ok().as_deref() != Some(&new[..]) {
            let dir = place.parent().context("a file lies in no folder")?;
            fs::create_dir_all(dir)
                .and_then(|()| fs::write(&place, new))
                .with_context(|| format!("cannot write {}", place.display()))?;
        }
    }
    Ok(())
}

/// The files below `dir`, relative to it, in order.
fn files(dir: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    for entry in WalkDir::new(dir) {
        let entry = entry.with_context(|| format!("cannot list {}", dir.display()))?;
        if entry.file_type().is_file() && entry.file_name() != STAMP {
            files.insert(entry.path().strip_prefix(dir)?.to_owned());
        }
    }
    Ok(files)
}

/// Applies every part of `patch` below `dir`, exactly or not at all.
fn apply(patch: &Path, dir: &Path) -> Result<()> {
    let text =
        fs::read_to_string(patch).with_context(|| format!("cannot read {}", patch.display()))?;
    let mut parts = 0;
    for part in PatchSet::parse(&text, ParseOptions::unidiff()) {
        let part = part.with_context(|| format!("cannot read {}", patch.display()))?;
        let operation = part.operation().strip_prefix(1);
        let hunks = part.patch().as_text().context("a patch has to be text")?;
        let (path, before) = match &operation {
            FileOperation::Create(path) => (dir.join(path.as_ref()), String::new()),
            FileOperation::Modify { original, modified } if original == modified => {
                let path = dir.join(original.as_ref());
                let before = fs::read_to_string(&path).with_context(|| {
                    format!("{} is for a file that is not there", patch.display())
                })?;
                (path, before)
            }
            _ => bail!("{}: patches change files or add them", patch.display()),
        };
        let after = diffy::apply(&before, hunks)
            .with_context(|| format!("{} does not fit {}", patch.display(), path.display()))?;
        fs::write(&path, after).with_context(|| format!("cannot write {}", path.display()))?;
        parts += 1;
    }
    ensure!(parts > 0, "{} changes nothing", patch.display());
    Ok(())
}

/// What turns the files of `before` into those of `after`.
fn difference(before: &Path, after: &Path) -> Result<String> {
    let mut text = String::new();
    for file in files(after)? {
        let name = file.display();
        let read = |dir: &Path| fs::read(dir.join(&file));
        let new = read(after).with_context(|| format!("cannot read {name}"))?;
        let (old, old_name) = match read(before) {
            Ok(old) => (old, format!("a/{name}")),
            Err(_) => (Vec::new(), "/dev/null".to_owned()),
        };
        if new != old {
            let (old, new) = (String::from_utf8(old)?, String::from_utf8(new)?);
            let mut options = diffy::DiffOptions::new();
            options.set_original_filename(old_name).set_modified_filename(format!("b/{name}"));
            text += &options.create_patch(&old, &new).to_string();
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with `files`, given as name and text.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        dir
    }

    fn texts(dir: &Path) -> Vec<(String, String)> {
        let read = |file: PathBuf| {
            (file.display().to_string(), fs::read_to_string(dir.join(&file)).unwrap())
        };
        files(dir).unwrap().into_iter().map(read).collect()
    }

    #[test]
    fn a_difference_is_a_patch_that_makes_it() {
        let before = folder(&[("src/a.rs", "one\ntwo\nthree\n"), ("src/b.rs", "same\n")]);
        let after = folder(&[
            ("src/a.rs", "one\n2\nthree\n"),
            ("src/b.rs", "same\n"),
            ("src/new.rs", "fresh\n"),
        ]);
        let text = difference(before.path(), after.path()).unwrap();
        let patches = folder(&[("01-x.patch", &format!("Why it is there.\n\n{text}"))]);
        apply(&patches.path().join("01-x.patch"), before.path()).unwrap();
        assert_eq!(texts(before.path()), texts(after.path()));
        assert_eq!(difference(before.path(), after.path()).unwrap(), "");
    }

    #[test]
    fn synchronising_touches_only_what_differs() {
        let from = folder(&[("same.rs", "1"), ("changed.rs", "new"), ("dir/added.rs", "2")]);
        let to = folder(&[("same.rs", "1"), ("changed.rs", "old"), ("extra.rs", "3")]);
        let time = |name| fs::metadata(to.path().join(name)).unwrap().modified().unwrap();
        let long_ago = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1);
        for name in ["same.rs", "changed.rs"] {
            let file = fs::File::options().append(true).open(to.path().join(name)).unwrap();
            file.set_modified(long_ago).unwrap();
        }
        synchronise(from.path(), to.path()).unwrap();
        assert_eq!(texts(to.path()), texts(from.path()));
        assert_eq!((time("same.rs"), time("changed.rs") > long_ago), (long_ago, true));
    }

    #[test]
    fn a_patch_that_does_not_fit_is_an_error() {
        let patch = "--- a/a.rs\n+++ b/a.rs\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n";
        let patches = folder(&[("01-x.patch", patch), ("02-empty.patch", "")]);
        let error = |files: &[(&str, &str)], name: &str| {
            let dir = folder(files);
            apply(&patches.path().join(name), dir.path()).unwrap_err().to_string()
        };
        assert!(error(&[("a.rs", "one\nthree\n")], "01-x.patch").contains("does not fit"));
        assert!(error(&[], "01-x.patch").contains("for a file that is not there"));
        assert!(error(&[], "02-empty.patch").contains("cannot read"));
    }
}
