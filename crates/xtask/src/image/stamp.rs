//! Stamps: which inputs a product was made from.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Lies beside a product and says what it was made from and what it looked like then, so
/// that a product of other inputs, and one that was damaged since, is made anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp {
    /// Key of the inputs.
    pub(super) inputs: String,
    /// Hash of the product.
    pub(super) product: String,
}

impl Stamp {
    /// The stamp of the single file `product`, if file and stamp are there, fit together and
    /// were made from `inputs`.
    pub(super) fn read_if_fresh(product: &Path, inputs: &str) -> Result<Option<Self>> {
        Self::read_if_fresh_all(product, &[product], inputs)
    }

    /// The same for several files that make up `product`.
    pub(super) fn read_if_fresh_all(
        product: &Path,
        files: &[&Path],
        inputs: &str,
    ) -> Result<Option<Self>> {
        let text = match std::fs::read_to_string(stamp_path(product)) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).context("cannot read a stamp"),
        };
        if files.iter().any(|file| !file.exists()) {
            return Ok(None);
        }
        let now = Self { inputs: inputs.to_owned(), product: hash_files(files)? };
        Ok((text == now.to_text()).then_some(now))
    }

    /// Writes the stamp of `product`, whose files were just made from `inputs`.
    pub(super) fn write(product: &Path, files: &[&Path], inputs: String) -> Result<Self> {
        let stamp = Self { inputs, product: hash_files(files)? };
        let path = stamp_path(product);
        let unfinished = with_suffix(&path, ".new");
        std::fs::write(&unfinished, stamp.to_text())
            .and_then(|()| std::fs::rename(&unfinished, &path))
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(stamp)
    }

    /// Removes the stamp of `product`, if there is one.
    pub(super) fn remove(product: &Path) -> Result<()> {
        match std::fs::remove_file(stamp_path(product)) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).context("cannot remove a stamp")
            }
            _ => Ok(()),
        }
    }

    fn to_text(&self) -> String {
        format!("inputs {}\nproduct {}\n", self.inputs, self.product)
    }
}

fn stamp_path(product: &Path) -> PathBuf {
    with_suffix(product, ".stamp")
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut path = OsString::from(path);
    path.push(suffix);
    path.into()
}

fn hash_files(files: &[&Path]) -> Result<String> {
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let bytes =
            std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        hasher.update(blake3::hash(&bytes).as_bytes());
    }
    Ok(hasher.finalize().to_hex().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_fresh_until_it_or_its_inputs_change() {
        let dir = tempfile::tempdir().unwrap();
        let product = dir.path().join("guest.wasm");
        let fresh = |inputs: &str| Stamp::read_if_fresh(&product, inputs).unwrap().is_some();

        assert!(!fresh("a"), "nothing is there");
        std::fs::write(&product, "one").unwrap();
        assert!(!fresh("a"), "no stamp");
        Stamp::write(&product, &[&product], "a".to_owned()).unwrap();
        assert!(fresh("a"));
        assert!(!fresh("b"), "other inputs");
        std::fs::write(&product, "two").unwrap();
        assert!(!fresh("a"), "the product was changed");
        std::fs::write(&product, "one").unwrap();
        assert!(fresh("a"));
        std::fs::remove_file(&product).unwrap();
        assert!(!fresh("a"), "the product is gone");
    }

    #[test]
    fn removing_a_stamp_makes_the_product_stale() {
        let dir = tempfile::tempdir().unwrap();
        let product = dir.path().join("image");
        std::fs::write(&product, "x").unwrap();
        Stamp::write(&product, &[&product], "a".to_owned()).unwrap();
        Stamp::remove(&product).unwrap();
        assert_eq!(Stamp::read_if_fresh(&product, "a").unwrap(), None);
        Stamp::remove(&product).unwrap();
    }
}
