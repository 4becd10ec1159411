//! What every manifest has to inherit.

use std::path::Path;

use anyhow::{Context, Result};

/// A crate's manifest.
#[derive(Debug, Clone)]
pub(super) struct Manifest {
    /// Where it lies, for messages.
    pub(super) path: String,
    pub(super) text: String,
}

/// The manifests of the host workspace's crates.
pub(super) fn read(root: &Path) -> Result<Vec<Manifest>> {
    let mut paths = vec![root.join("tests/Cargo.toml")];
    for entry in std::fs::read_dir(root.join("crates")).context("cannot list crates")? {
        let path = entry.context("cannot list crates")?.path().join("Cargo.toml");
        if path.exists() {
            paths.push(path);
        }
    }
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let shown = path.strip_prefix(root).unwrap_or(path).display().to_string();
            let text =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
            Ok(Manifest { path: shown, text })
        })
        .collect()
}

/// Every manifest that does not inherit licence, lints and the like from the workspace.
pub(super) fn check(manifests: &[Manifest]) -> Vec<String> {
    let mut wrong = Vec::new();
    for Manifest { path, text } in manifests {
        for key in ["version", "edition", "rust-version", "license"] {
            if !has_line(text, "package", &format!("{key}.workspace = true")) {
                wrong.push(format!("{path} lacks `{key}.workspace = true` in [package]"));
            }
        }
        if !has_line(text, "lints", "workspace = true") {
            wrong.push(format!("{path} lacks `workspace = true` in [lints]"));
        }
    }
    wrong
}

/// Whether the table `table` of a manifest has exactly the line `wanted`.
fn has_line(text: &str, table: &str, wanted: &str) -> bool {
    text.lines()
        .map(str::trim)
        .skip_while(|line| *line != format!("[{table}]"))
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .any(|line| line == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[package]\nname = \"a\"\nversion.workspace = true\nedition.workspace = true\n\
                        rust-version.workspace = true\nlicense.workspace = true\n\n\
                        [lints]\nworkspace = true\n\n[dependencies]\n";

    fn check_one(text: &str) -> Vec<String> {
        check(&[Manifest { path: "a/Cargo.toml".to_owned(), text: text.to_owned() }])
    }

    #[test]
    fn a_manifest_that_inherits_all_is_fine() {
        assert_eq!(check_one(GOOD), Vec::<String>::new());
    }

    #[test]
    fn what_is_not_inherited_is_named() {
        assert_eq!(
            check_one(&GOOD.replace("license.workspace = true", "license = \"MIT\"")),
            ["a/Cargo.toml lacks `license.workspace = true` in [package]"]
        );
        // The line stands in another table.
        assert_eq!(
            check_one(&GOOD.replace("[lints]", "[features]")),
            ["a/Cargo.toml lacks `workspace = true` in [lints]"]
        );
    }
}
