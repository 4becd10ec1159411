//! The rules of the code base that a compiler does not check.

mod arrows;
mod bounds;
mod files;
mod licences;
mod manifests;

use anyhow::{Context, Result, bail};

use crate::command;
use crate::workspace::Workspace;

/// Checks every rule and prints all that is wrong.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut wrong = Vec::new();
    for dir in [&workspace.root, &workspace.guest()] {
        let packages = arrows::packages(&command::metadata(dir, &["--no-deps", "--offline"])?);
        wrong.extend(arrows::check(&packages));
    }
    wrong.extend(manifests::check(&manifests::read(&workspace.root)?));
    let root = std::fs::read_to_string(workspace.root.join("Cargo.toml"))
        .context("cannot read Cargo.toml")?;
    wrong.extend(manifests::check_switches("Cargo.toml", &root));
    wrong.extend(bounds::check(&bounds::read(&workspace.root)?));
    wrong.extend(licences::check_all(workspace)?);
    let files = files::tracked(&workspace.root)?;
    let found = files::check(&files);
    for note in &found.notes {
        eprintln!("note: {note}");
    }
    wrong.extend(found.wrong);

    if !wrong.is_empty() {
        bail!("{} rules of the code base are broken:\n  {}", wrong.len(), wrong.join("\n  "));
    }
    eprintln!("tidy: all rules hold");
    Ok(())
}
