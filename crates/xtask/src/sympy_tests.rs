//! `cargo xtask sympy-tests`: sympy's own tests, in the sandbox.

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{command, image};

/// Builds what is missing, then runs them; what it takes, what it prints and its status are its
/// own.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    let built = image::ensure_sympy(workspace)?;
    let packages = image::sympy_packages(workspace)?;
    let mut tests = command::cargo(&workspace.root);
    tests
        .args(["run", "--release", "--locked", "--quiet", "--package", "jupan-tests"])
        .args(["--bin", "sympy-tests", "--", "--packages"])
        .arg(packages)
        .arg("--images")
        .arg(workspace.image())
        .arg(built.image)
        .args(args);
    command::run(&mut tests)
}
