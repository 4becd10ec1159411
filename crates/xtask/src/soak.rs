//! `cargo xtask soak`: a load for minutes or hours, every answer checked.

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{command, image};

/// How the load is to be.
#[derive(clap::Args)]
pub(crate) struct SoakArgs {
    /// How long, in minutes; fractions are allowed. At most a day.
    #[arg(long, value_name = "NUMBER", default_value = "10")]
    minutes: String,
    /// A server on this machine to use instead of one of its own, such as
    /// http://127.0.0.1:8787.
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Clients that ask at the same time.
    #[arg(long, value_name = "NUMBER")]
    clients: Option<String>,
}

/// Builds what is missing, then runs the load; what it prints and its status are its own.
pub(crate) fn run(workspace: &Workspace, args: &SoakArgs) -> Result<()> {
    image::ensure(workspace)?;
    let mut soak = command::cargo(&workspace.root);
    soak.args(["run", "--release", "--locked", "--quiet", "--package", "jupan-tests"]).args([
        "--bin",
        "soak",
        "--",
        "--minutes",
        &args.minutes,
    ]);
    if let Some(url) = &args.url {
        soak.args(["--url", url]);
    }
    if let Some(clients) = &args.clients {
        soak.args(["--clients", clients]);
    }
    command::run(&mut soak)
}
