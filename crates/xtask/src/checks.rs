//! Formatting and lints.

use anyhow::Result;

use crate::command;
use crate::stages::Stages;
use crate::workspace::Workspace;

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

/// In the release profile like everything else, so that build scripts and procedural macros
/// are shared with the build.
fn lints(workspace: &Workspace) -> Result<String> {
    command::run(command::cargo(&workspace.root).args([
        "clippy",
        "--release",
        "--locked",
        "--workspace",
        "--all-targets",
        "--",
        "--deny",
        "warnings",
    ]))?;
    Ok(String::new())
}
