//! The Rust toolchain and the guest's target.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::command;
use crate::progress::Progress;
use crate::workspace::GUEST_TARGET;

/// Version and commit of the compiler, as part of a cache key.
pub(crate) fn rustc_version(dir: &Path) -> Result<String> {
    command::capture(rustc(dir).arg("-vV"))
}

/// The platform that the compiler runs on and builds for, as `rustc -vV` names it.
pub(crate) fn host_target(rustc_version: &str) -> Result<String> {
    rustc_version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .context("`rustc -vV` does not name the host")
}

/// Makes sure that the standard library for the guest's target is installed.
pub(crate) fn ensure_guest_target(dir: &Path, progress: &Progress) -> Result<()> {
    let library = target_library(dir)?;
    if has_std(&library) {
        return Ok(());
    }
    let mut add = Command::new("rustup");
    add.current_dir(dir).args(["target", "add", GUEST_TARGET]);
    progress.say(&format!("target: {GUEST_TARGET} is missing, running `{}`", command::show(&add)));
    let tried = match add.status() {
        Ok(status) if status.success() && has_std(&library) => return Ok(()),
        Ok(status) if status.success() => format!(
            "`{}` succeeded, but for another toolchain than the one in use: {} is still missing",
            command::show(&add),
            library.display()
        ),
        Ok(status) => format!("`{}` failed ({status}), see above", command::show(&add)),
        Err(error) => format!("`{}` could not be started ({error})", command::show(&add)),
    };
    bail!(
        "the guest needs Rust's standard library for {GUEST_TARGET}, which is not installed; {tried}.\n\
         Install Rust with rustup (https://rustup.rs) and network access, or install your \
         distribution's package with the {GUEST_TARGET} standard library for the same Rust \
         version, then run this again."
    );
}

fn rustc(dir: &Path) -> Command {
    let mut command =
        Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".to_owned().into()));
    command.current_dir(dir);
    command
}

/// Where this toolchain keeps, or would keep, the target's standard library.
fn target_library(dir: &Path) -> Result<PathBuf> {
    let printed =
        command::capture(rustc(dir).args(["--print", "target-libdir", "--target", GUEST_TARGET]))?;
    Ok(PathBuf::from(printed.trim()))
}

fn has_std(library: &Path) -> bool {
    std::fs::read_dir(library).is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_there_when_its_std_is() {
        let dir = tempfile::tempdir().unwrap();
        assert!(!has_std(&dir.path().join("lib")));
        assert!(!has_std(dir.path()));
        std::fs::write(dir.path().join("libstd-0123.rlib"), "").unwrap();
        assert!(has_std(dir.path()));
    }
}
