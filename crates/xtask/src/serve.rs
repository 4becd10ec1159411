//! `cargo xtask serve`: from a clone to a running server.

use std::process::Command;

use anyhow::Result;

use crate::image;
use crate::workspace::Workspace;

/// Builds what is missing, then becomes `jupan serve`.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    let built = image::ensure_all(workspace)?;
    let mut serve = Command::new(&built.jupan);
    // The ready-made request tells a newcomer what to do next.
    serve.args(["serve", "--print-example"]).args(args);
    become_command(&mut serve)
}

/// Signals and exit status are then the server's own.
#[cfg(unix)]
fn become_command(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;

    let error = command.exec();
    Err(anyhow::Error::new(error)
        .context(format!("cannot start {}", crate::command::show(command))))
}

#[cfg(not(unix))]
fn become_command(command: &mut Command) -> Result<()> {
    crate::command::run(command)
}
