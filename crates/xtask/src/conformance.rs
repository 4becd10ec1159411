//! `cargo xtask conformance`: programs beside what CPython gave for them.

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{command, image};

/// Builds what is missing, then compares; what it takes, what it prints and its status are its
/// own.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    image::ensure(workspace)?;
    let mut compare = command::cargo(&workspace.root);
    compare
        .args(["run", "--release", "--locked", "--quiet", "--package", "jupan-tests"])
        .args(["--bin", "conformance", "--", "--image"])
        .arg(workspace.image())
        .args(args);
    command::run(&mut compare)
}
