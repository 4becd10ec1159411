//! `cargo xtask deny`: dependencies, by the rules in `deny.toml`.

use anyhow::{Result, bail};

use crate::command;
use crate::workspace::Workspace;

/// What is to be checked.
#[derive(clap::Args)]
pub(crate) struct DenyArgs {
    /// Leave out what needs the network: the list of known vulnerabilities.
    #[arg(long)]
    offline: bool,
}

/// Lets cargo-deny check both workspaces.
pub(crate) fn run(workspace: &Workspace, args: &DenyArgs) -> Result<()> {
    let mut version = command::cargo(&workspace.root);
    if command::capture(version.args(["deny", "--version"])).is_err() {
        bail!("cargo-deny is not installed; `cargo install --locked cargo-deny` installs it");
    }
    for dir in [&workspace.root, &workspace.guest()] {
        let mut deny = command::cargo(dir);
        deny.args(["deny", "--locked", "--config"]).arg(workspace.root.join("deny.toml"));
        if args.offline {
            deny.args(["--offline", "check", "bans", "licenses", "sources"]);
        } else {
            deny.arg("check");
        }
        command::run(&mut deny)?;
    }
    Ok(())
}
