//! A mark beside an image's module: this very file has been read, and its content has its hash.
//!
//! Reading hundreds of megabytes takes longer than all else at the start, so a file that has not
//! been touched since it was read is not read again. What tells a touched one is what the file
//! system says of it: another file has another number, and one that is written to has another time
//! of change, which no program can set. Whoever can write the mark can write the description too,
//! with any hash in it: a mark makes nothing weaker.

use std::{
    fs::{self, File, Metadata},
    io::Read as _,
    os::unix::fs::MetadataExt as _,
    path::Path,
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};

use crate::Safeguard;

/// A file that was changed so recently is read: its time of change may not tell a later change.
const SETTLED: Duration = Duration::from_secs(2);
/// The most bytes of a mark that are read.
const MAX_MARK_BYTES: u64 = 4096;

/// Which file was read, and what its content's hash was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    blake3: String,
    device: u64,
    inode: u64,
    bytes: u64,
    /// Seconds and nanoseconds.
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Mark {
    /// That of a file whose content has the hash `blake3`.
    pub(super) fn of(metadata: &Metadata, blake3: &str) -> Self {
        Self {
            blake3: blake3.to_owned(),
            device: metadata.dev(),
            inode: metadata.ino(),
            bytes: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    /// Whether the file `path` holds this mark.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        let Ok(file) = super::checked::open(path) else { return false };
        let mut text = String::new();
        let most = Safeguard::Mark.unless_off(MAX_MARK_BYTES, u64::MAX);
        file.take(most).read_to_string(&mut text).is_ok()
            && serde_json::from_str::<Self>(&text).is_ok_and(|mark| mark == *self)
    }

    /// Puts the mark into the file `path`, if the marked file has settled. Where that cannot be
    /// written, the next start reads the image again.
    pub(super) fn put(&self, path: &Path) {
        let changed = u64::try_from(self.changed.0).map(Duration::from_secs).unwrap_or_default();
        let age = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH + changed);
        if !age.is_ok_and(|age| age > SETTLED) {
            return;
        }
        let Ok(text) = serde_json::to_vec(self) else { return };
        // Others may be writing theirs.
        let beside = path.with_extension(format!("{}.new", std::process::id()));
        let written = File::create_new(&beside)
            .and_then(|mut file| std::io::Write::write_all(&mut file, &text))
            .and_then(|()| fs::rename(&beside, path));
        if written.is_err() {
            drop(fs::remove_file(&beside));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mark(path: &Path) -> Mark {
        Mark::of(&fs::metadata(path).unwrap(), "abc")
    }

    #[test]
    fn a_file_that_was_touched_has_another_mark() {
        let dir = tempfile::tempdir().unwrap();
        let (path, other) = (dir.path().join("a"), dir.path().join("b"));
        fs::write(&path, "one").unwrap();
        let before = mark(&path);
        assert_eq!(mark(&path), before);
        assert_ne!(Mark::of(&fs::metadata(&path).unwrap(), "abd"), before);
        // The same length and time of modification, as one who hides a change would have it.
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        fs::write(&other, "two").unwrap();
        File::options().write(true).open(&other).unwrap().set_modified(modified).unwrap();
        fs::rename(&other, &path).unwrap();
        assert_eq!(mark(&path).modified, before.modified);
        assert_ne!(mark(&path), before);
    }

    #[test]
    fn a_mark_counts_only_as_it_was_put_and_once_its_file_has_settled() {
        let dir = tempfile::tempdir().unwrap();
        let (path, at) = (dir.path().join("a"), dir.path().join("a.checked"));
        fs::write(&path, "one").unwrap();
        let fresh = mark(&path);
        fresh.put(&at);
        assert!(!at.exists(), "it may still be written to");

        let settled = Mark { changed: (fresh.changed.0 - 3, 0), ..fresh.clone() };
        settled.put(&at);
        assert!(settled.is_at(&at));
        assert!(!fresh.is_at(&at));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
        fs::set_permissions(&at, fs::Permissions::from_mode(0o666)).unwrap();
        assert!(!settled.is_at(&at), "anybody could have written it");
        fs::set_permissions(&at, fs::Permissions::from_mode(0o644)).unwrap();
        fs::write(&at, "{}").unwrap();
        assert!(!settled.is_at(&at));
        let text = serde_json::to_string(&settled).unwrap();
        fs::write(&at, format!("  {text}")).unwrap();
        assert!(settled.is_at(&at));
        fs::write(&at, " ".repeat(4096) + &text).unwrap();
        assert!(!settled.is_at(&at), "no mark is so long");
        // A folder that takes no mark is no fault.
        settled.put(&dir.path().join("missing/a.checked"));
    }
}
