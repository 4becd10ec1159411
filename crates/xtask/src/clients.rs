//! Installs other people's clients, which the tests drive the server with.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::bench::find_python;
use crate::command;
use crate::workspace::Workspace;

/// What names their versions, with the sums of what is installed.
const REQUIREMENTS: &str = "tests/clients/requirements.txt";
/// The same for JavaScript.
const LOCK: &str = "tests/clients/package-lock.json";
const PACKAGE: &str = "tests/clients/package.json";

/// Makes sure that the clients are installed below the folder `target`, in the versions that are
/// named and with the sums that are written down.
pub(crate) fn ensure(workspace: &Workspace) -> Result<()> {
    let dir = workspace.target.join("clients");
    let text = |path: &str| {
        fs::read_to_string(workspace.root.join(path)).with_context(|| format!("cannot read {path}"))
    };
    let wanted = format!("{}{}", text(REQUIREMENTS)?, text(LOCK)?);
    let stamp = dir.join("installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    // Other versions' files must not stay behind.
    match fs::remove_dir_all(&dir) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error).context("cannot remove the clients of before");
        }
        _ => {}
    }
    fs::create_dir_all(&dir).context("cannot make the folder for clients")?;
    install_python(&dir, &workspace.root.join(REQUIREMENTS))?;
    for path in [PACKAGE, LOCK] {
        let name = Path::new(path).file_name().unwrap_or_default();
        fs::copy(workspace.root.join(path), dir.join(name))
            .with_context(|| format!("cannot copy {path}"))?;
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(&dir);
    command::run(&mut npm).context("the examples in JavaScript need node and npm")?;
    fs::write(&stamp, wanted).context("cannot write the clients' stamp")
}

fn install_python(dir: &Path, requirements: &Path) -> Result<()> {
    let venv = dir.join("venv");
    let python = find_python(None)?;
    command::run(Command::new(&python).args(["-m", "venv"]).arg(&venv))?;
    let mut pip = Command::new(venv.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(["--require-hashes", "--only-binary", ":all:", "-r"])
        .arg(requirements);
    command::run(&mut pip)
}
