//! Running other programs.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use cargo_metadata::{Metadata, MetadataCommand};

/// What `cargo run` sets for xtask itself. A build script that watches one of them would
/// see another value than in a build started by hand, and build anew.
const OWN_VARIABLES: [&str; 2] = ["CARGO_MANIFEST_", "CARGO_PKG_"];

/// Cargo in `dir`, with the toolchain that runs xtask and otherwise the caller's environment.
pub(crate) fn cargo(dir: &Path) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.current_dir(dir).env("CARGO_TERM_PROGRESS_WHEN", "never");
    for (name, _) in std::env::vars_os() {
        let is_own = name
            .to_str()
            .is_some_and(|name| OWN_VARIABLES.iter().any(|start| name.starts_with(start)));
        if is_own {
            command.env_remove(name);
        }
    }
    command
}

/// What cargo knows about the workspace in `dir`, with `options` added to the call.
pub(crate) fn metadata(dir: &Path, options: &[&str]) -> Result<Metadata> {
    MetadataCommand::new()
        .current_dir(dir)
        .other_options(options.iter().map(|&option| option.to_owned()).collect::<Vec<_>>())
        .exec()
        .with_context(|| format!("cargo metadata failed in {}", dir.display()))
}

/// Runs a command with the terminal's own input and output.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", show(command)))?;
    if !status.success() {
        bail!("{} failed: {status}", show(command));
    }
    Ok(())
}

/// Runs a command and gives what it wrote to stdout.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {}", show(command)))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        bail!("{} failed: {}\n{}", show(command), output.status, stderr.trim_end());
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("{} wrote something that is not UTF-8", show(command)))
}

/// The command as one would type it, with the program's bare name.
pub(crate) fn show(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    std::iter::once(program)
        .chain(command.get_args())
        .map(|part| part.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}
