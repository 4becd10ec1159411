//! Cache keys: hashes over everything that a product depends on.

use std::path::Path;

use anyhow::{Context, Result};
use walkdir::WalkDir;

use crate::workspace::Workspace;

/// Key of the guest module: its sources and lock file, the contract crate, the workspace
/// manifest that crate inherits from, the compiler.
pub(super) fn guest(workspace: &Workspace, rustc_version: &str) -> Result<String> {
    let mut key = Key::default();
    key.tree(&workspace.guest())?;
    key.package(&workspace.root.join("crates/jupan-abi"))?;
    key.file(&workspace.root.join("Cargo.toml"))?;
    key.text("rustc", rustc_version);
    Ok(key.finish())
}

/// Key of the image: the guest module, what snapshots and compiles it, the processor it is
/// compiled for.
pub(super) fn image(workspace: &Workspace, guest_wasm: &str) -> Result<String> {
    let mut key = Key::default();
    key.text("guest", guest_wasm);
    key.package(&workspace.root.join("crates/jupan-abi"))?;
    key.package(&workspace.root.join("crates/jupan-sandbox"))?;
    key.compiling(workspace)?;
    Ok(key.finish())
}

/// Key of the image `science`, which the folder `recipe` says. It takes so long to build that what
/// it does not depend on is left out: all of the sandbox but what makes an image and hands programs
/// to it.
pub(super) fn science(workspace: &Workspace, recipe: &Path) -> Result<String> {
    let mut key = Key::default();
    let sandbox = workspace.root.join("crates/jupan-sandbox/src");
    key.tree(recipe)?;
    key.tree(&sandbox.join("image"))?;
    key.tree(&sandbox.join("run/kind"))?;
    key.file(&sandbox.join("engine.rs"))?;
    key.compiling(workspace)?;
    Ok(key.finish())
}

/// Key of an image with the packages that the folder `recipe` says.
pub(super) fn image_with(workspace: &Workspace, guest_wasm: &str, recipe: &Path) -> Result<String> {
    let mut key = Key::default();
    key.text("image", &image(workspace, guest_wasm)?);
    key.tree(recipe)?;
    Ok(key.finish())
}

#[derive(Default)]
struct Key(blake3::Hasher);

impl Key {
    /// All files under `dir`, wherever that lies; build output and packages are left out.
    fn tree(&mut self, dir: &Path) -> Result<()> {
        let entries = WalkDir::new(dir)
            .sort_by_file_name()
            .into_iter()
            // Packages are a matter of the image alone.
            .filter_entry(|entry| {
                let is_packages = entry.depth() == 1 && entry.file_name() == "packages";
                entry.file_name() != "target" && !is_packages
            });
        for entry in entries {
            let entry = entry.with_context(|| format!("cannot list {}", dir.display()))?;
            if !entry.file_type().is_dir() {
                let name = entry.path().strip_prefix(dir).unwrap_or(entry.path());
                self.text("file", &name.to_string_lossy());
                self.file(entry.path())?;
            }
        }
        Ok(())
    }

    /// What a crate's library is made of; tests, examples and benchmarks are left out.
    fn package(&mut self, dir: &Path) -> Result<()> {
        self.file(&dir.join("Cargo.toml"))?;
        self.tree(&dir.join("src"))
    }

    /// What compiles an image, and the processor it is compiled for.
    fn compiling(&mut self, workspace: &Workspace) -> Result<()> {
        self.file(&workspace.root.join("Cargo.toml"))?;
        let lock = workspace.root.join("Cargo.lock");
        let lock = std::fs::read_to_string(&lock)
            .with_context(|| format!("cannot read {}", lock.display()))?;
        self.text("compiler", &compiler_versions(&lock));
        self.text("processor", &processor());
        Ok(())
    }

    fn file(&mut self, path: &Path) -> Result<()> {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        self.bytes(&bytes);
        Ok(())
    }

    fn text(&mut self, label: &str, text: &str) {
        self.bytes(label.as_bytes());
        self.bytes(text.as_bytes());
    }

    /// The length comes first, so that no two lists of parts hash alike.
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn finish(&self) -> String {
        self.0.finalize().to_hex().to_string()
    }
}

/// The entries of a lock file for the crates that decide what compiled code looks like.
fn compiler_versions(lock: &str) -> String {
    lock.split("\n\n")
        .map(|entry| entry.trim_start_matches("[[package]]\n"))
        .filter(|entry| {
            ["wasmtime", "cranelift", "regalloc2", "wasmparser"]
                .iter()
                .any(|name| entry.starts_with(&format!("name = \"{name}")))
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// What the compiled code may use: the processor's features where the system tells them.
fn processor() -> String {
    let features = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        text.lines()
            .find(|line| line.starts_with("flags") || line.starts_with("Features"))
            .map(str::to_owned)
    });
    format!(
        "{} {} {}",
        std::env::consts::OS,
        std::env::consts::ARCH,
        features.as_deref().unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree_key(dir: &Path) -> String {
        let mut key = Key::default();
        key.tree(dir).unwrap();
        key.finish()
    }

    #[test]
    fn a_tree_key_changes_with_names_and_contents_but_not_with_build_output() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("a.rs"), "fn a() {}").unwrap();
        std::fs::create_dir(dir.path().join(".cargo")).unwrap();
        std::fs::write(dir.path().join(".cargo/config.toml"), "x = 1").unwrap();
        let first = tree_key(dir.path());

        std::fs::create_dir(dir.path().join("target")).unwrap();
        std::fs::write(dir.path().join("target/out"), "output").unwrap();
        assert_eq!(tree_key(dir.path()), first);

        std::fs::write(dir.path().join(".cargo/config.toml"), "x = 2").unwrap();
        let second = tree_key(dir.path());
        assert_ne!(second, first);

        std::fs::rename(dir.path().join("a.rs"), dir.path().join("b.rs")).unwrap();
        assert_ne!(tree_key(dir.path()), second);
    }

    #[test]
    fn the_same_files_elsewhere_have_the_same_key() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for dir in [&one, &two] {
            std::fs::write(dir.path().join("a.rs"), "fn a() {}").unwrap();
        }
        assert_eq!(tree_key(one.path()), tree_key(two.path()));
    }

    #[test]
    fn only_the_compiler_is_taken_from_the_lock_file() {
        let lock = "version = 4\n\n[[package]]\nname = \"serde\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasmtime\"\nversion = \"48.0.1\"\n\n\
                    [[package]]\nname = \"cranelift-codegen\"\nversion = \"0.135.0\"\n";
        assert_eq!(
            compiler_versions(lock),
            "name = \"wasmtime\"\nversion = \"48.0.1\"\nname = \"cranelift-codegen\"\nversion = \"0.135.0\"\n"
        );
    }
}
