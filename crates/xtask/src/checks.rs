//! Formatting and lints.

use anyhow::Result;

use crate::command;
use crate::stages::Stages;
use crate::workspace::Workspace;

/// What cargo is asked for, one call after the other. Everything but xtask is in the release
/// profile. Xtask is apart: built with the others it would turn on features of theirs, and
/// the largest of them would be built once more.
const PACKAGES: [&[&str]; 2] =
    [&["--release", "--workspace", "--exclude", "xtask"], &["--package", "xtask"]];

/// The same for tests. The fuzz targets turn on entries that the product does not have, and have
/// no tests but their runs: `cargo xtask fuzz`.
pub(crate) const TESTED_PACKAGES: [&[&str]; 2] = [
    &["--release", "--workspace", "--exclude", "xtask", "--exclude", "jupan-fuzz"],
    &["--package", "xtask"],
];

/// Checks both workspaces' formatting, then lints.
pub(crate) fn run(workspace: &Workspace, stages: &mut Stages) {
    stages.run("fmt", || formatting(workspace));
    stages.run("clippy", || lints(workspace));
}

fn formatting(workspace: &Workspace) -> Result<String> {
    for dir in [&workspace.root, &workspace.guest()] {
        command::run(command::cargo(dir).args(["fmt", "--all", "--check"]))?;
    }
    Ok(String::new())
}

fn lints(workspace: &Workspace) -> Result<String> {
    for packages in PACKAGES {
        command::run(
            command::cargo(&workspace.root)
                .args(["clippy", "--locked", "--all-targets"])
                .args(packages)
                .args(["--", "--deny", "warnings"]),
        )?;
    }
    Ok(String::new())
}
