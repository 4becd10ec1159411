//! What every manifest has to inherit, and what none may turn on.

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
    let mut paths = vec![root.join("fuzz/Cargo.toml"), root.join("tests/Cargo.toml")];
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

/// The feature with which limits can be turned off, for `cargo xtask mutate` alone.
const SWITCHES: &str = "safeguard-switches";
/// The one line that may name it: where it is declared, in the sandbox's manifest.
const DECLARED: &str = "safeguard-switches = []";

/// Every manifest that does not inherit licence, lints and the like from the workspace.
pub(super) fn check(manifests: &[Manifest]) -> Vec<String> {
    let mut wrong = Vec::new();
    for Manifest { path, text } in manifests {
        for key in ["version", "edition", "rust-version", "license"] {
            if !has_line(text, "package", &format!("{key}.workspace = true")) {
                wrong.push(format!("{path} lacks `{key}.workspace = true` in [package]"));
            }
        }
        wrong.extend(check_switches(path, text));
        if !has_line(text, "lints", "workspace = true") {
            wrong.push(format!("{path} lacks `workspace = true` in [lints]"));
        }
    }
    wrong
}

/// Every line of the manifest at `path` that could turn the switches of limits on.
pub(super) fn check_switches(path: &str, text: &str) -> Vec<String> {
    text.lines()
        .map(str::trim)
        .filter(|line| line.contains(SWITCHES) && !line.starts_with('#'))
        .filter(|line| !(*line == DECLARED && path == "crates/jupan-sandbox/Cargo.toml"))
        .map(|line| {
            format!(
                "{path} has `{line}`; nothing may turn {SWITCHES} on, since limits can be turned \
                 off in such a build"
            )
        })
        .collect()
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
    #[test]
    fn nothing_turns_the_switches_of_limits_on() {
        let declared = format!("{GOOD}\n[features]\n{DECLARED}\n");
        let sandbox = "crates/jupan-sandbox/Cargo.toml".to_owned();
        assert_eq!(
            check(&[Manifest { path: sandbox.clone(), text: declared.clone() }]),
            Vec::<String>::new()
        );
        assert_eq!(check_one(&declared).len(), 1);
        for line in [
            "default = [\"safeguard-switches\"]",
            "jupan-sandbox = { workspace = true, features = [\"safeguard-switches\"] }",
        ] {
            let text = format!("{declared}{line}\n");
            assert_eq!(
                check(&[Manifest { path: sandbox.clone(), text }]),
                [format!(
                    "{sandbox} has `{line}`; nothing may turn safeguard-switches on, since limits \
                     can be turned off in such a build"
                )]
            );
        }
    }
}
