//! `cargo xtask soak`: a load for minutes or hours, every answer checked.

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{command, image};

/// Builds what is missing, then runs the load; what it takes, what it prints and its status are
/// its own.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    image::ensure(workspace)?;
    let mut soak = command::cargo(&workspace.root);
    soak.args(["run", "--release", "--locked", "--quiet", "--package", "jupan-tests"])
        .args(["--bin", "soak", "--"])
        .args(args);
    command::run(&mut soak)
}
