//! The packages of the image `python-sympy`: fetched once, checked against pinned sums, and kept
//! in `target/packages` under a name that follows from the pins.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::command;
use crate::progress::{Progress, Step};
use crate::workspace::Workspace;

/// Versions and sums of the packages, relative to their folder.
const REQUIREMENTS: &str = "requirements.txt";

/// Names under which a Python with pip may be found.
const PYTHONS: [&str; 2] = ["python3", "python"];

/// The pip that fetches what is large, and its file.
const PIP: &str =
    "pip==26.3 --hash=sha256:f3b60b20ffaadd4415ed7957212a38ac63fa4c5fa375bd0f4a797777940fad13\n";
const PIP_FILE: &str = "pip-26.3-py3-none-any.whl";

/// Modules that are commands for a terminal, and no use to a program.
const LEFT_OUT: [&str; 1] = ["isympy.py"];

/// The folder that says what the image has, beside the guest.
pub(super) fn recipe(workspace: &Workspace) -> PathBuf {
    workspace.guest().join("packages/sympy")
}

/// The folder of the packages, as an installer would leave them; fetches them if they are not
/// there yet.
pub(super) fn ensure(workspace: &Workspace, progress: &Progress) -> Result<PathBuf> {
    ensure_of(workspace, &recipe(workspace), progress, &LEFT_OUT)
}

/// The same for the packages that the folder `recipe` says, without the files `left_out`.
pub(super) fn ensure_of(
    workspace: &Workspace,
    recipe: &Path,
    progress: &Progress,
    left_out: &[&str],
) -> Result<PathBuf> {
    let requirements = recipe.join(REQUIREMENTS);
    let pins = fs::read(&requirements)
        .with_context(|| format!("cannot read {}", requirements.display()))?;
    let key = blake3::hash(&pins).to_hex();
    let dir = workspace.target.join("packages").join(&key[..16]);
    if dir.is_dir() {
        return Ok(dir);
    }
    let step = progress.step("packages", "fetching");
    let beside = dir.with_extension("new");
    // What a fetch that was broken off has left.
    if beside.exists() {
        fs::remove_dir_all(&beside).context("cannot remove what an earlier fetch has left")?;
    }
    let wheels = beside.join("wheels");
    fs::create_dir_all(&wheels).context("cannot make the folder for packages")?;
    step.note("fetching with pip");
    let newer = beside.join("pip");
    let mut pip = pip_that_resumes(&newer)?;
    fetch(&mut pip, &requirements, &wheels)?;
    unpack(&wheels, &beside, &step)?;
    for fetched in [&newer, &wheels] {
        fs::remove_dir_all(fetched).context("cannot remove the fetched files")?;
    }
    for file in left_out {
        fs::remove_file(beside.join(file))
            .with_context(|| format!("the packages no longer have {file}"))?;
    }
    fs::rename(&beside, &dir).context("cannot move the packages to their place")?;
    step.finish(progress, "fetched");
    Ok(dir)
}

/// Has `pip` fetch the files, from where its own configuration says; it checks their sums.
fn fetch(pip: &mut Command, requirements: &Path, to: &Path) -> Result<()> {
    pip.args(["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"])
        .args(["--require-hashes", "--requirement"])
        .arg(requirements)
        .arg("--dest")
        .arg(to);
    run(pip)
}

/// The command to download of a pip that goes on when a download breaks off: the pinned one, put
/// into `dir`; or of the installed one, if that cannot be had.
fn pip_that_resumes(dir: &Path) -> Result<Command> {
    fs::create_dir(dir).context("cannot make the folder for pip")?;
    let pinned = dir.join(REQUIREMENTS);
    fs::write(&pinned, PIP).with_context(|| format!("cannot write {}", pinned.display()))?;
    let installed = || -> Result<Command> {
        let mut pip = Command::new(python()?);
        pip.args(["-m", "pip", "download"]);
        Ok(pip)
    };
    if fetch(&mut installed()?, &pinned, dir).is_err() {
        return installed();
    }
    let mut pip = Command::new(python()?);
    pip.arg(dir.join(PIP_FILE).join("pip")).args(["download", "--resume-retries", "20"]);
    Ok(pip)
}

/// Unpacks every file in `wheels` into `dir`.
fn unpack(wheels: &Path, dir: &Path, step: &Step) -> Result<()> {
    let entries = fs::read_dir(wheels).context("cannot list the fetched files")?;
    for entry in entries {
        let wheel = entry.context("cannot list the fetched files")?.path();
        step.note(&format!("unpacking {}", wheel.file_name().unwrap_or_default().display()));
        run(Command::new(python()?).args(["-m", "zipfile", "-e"]).arg(&wheel).arg(dir))?;
    }
    Ok(())
}

pub(super) fn python() -> Result<&'static str> {
    let found = PYTHONS.into_iter().find(|python| {
        command::capture(Command::new(python).args(["-m", "pip", "--version"])).is_ok()
    });
    found.context("the packages are fetched with pip, and no Python that has it was found")
}

/// Runs a command whose words matter only if it fails.
pub(super) fn run(command: &mut Command) -> Result<()> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start {}", command::show(command)))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("{} failed: {}\n{}", command::show(command), output.status, said.trim_end());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_package_has_one_version_and_a_sum() {
        let text = include_str!("../../../../guest/packages/sympy/requirements.txt");
        let pins: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(pins.len(), 2, "{pins:?}");
        for pin in pins {
            let (version, sum) = pin.split_once(" --hash=sha256:").unwrap();
            assert!(version.contains("=="), "{pin}");
            assert_eq!(sum.len(), 64, "{pin}");
        }
    }
}
