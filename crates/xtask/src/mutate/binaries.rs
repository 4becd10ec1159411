//! The test binaries, built with the switches.

use std::fmt;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use cargo_metadata::{Artifact, Message};

use crate::checks::TESTED_PACKAGES;
use crate::command;
use crate::workspace::Workspace;

/// What has the switches.
const FEATURE: &str = "jupan-sandbox/safeguard-switches";

/// The binaries that have tests of safeguards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// The sandbox's units.
    SandboxUnits,
    /// The sandbox with guests in WebAssembly text.
    Sandbox,
    /// The sandbox's pool of workers.
    Workers,
    /// The server's units.
    ServerUnits,
    /// The server.
    Server,
}

impl Of {
    const ALL: [Self; 5] =
        [Self::SandboxUnits, Self::Sandbox, Self::Workers, Self::ServerUnits, Self::Server];

    /// The package, and the target as cargo names it.
    const fn target(self) -> (&'static str, &'static str) {
        match self {
            Self::SandboxUnits => ("jupan-sandbox", "jupan_sandbox"),
            Self::Sandbox => ("jupan-sandbox", "it"),
            Self::Workers => ("jupan-sandbox", "workers"),
            Self::ServerUnits => ("jupan-server", "jupan_server"),
            Self::Server => ("jupan-server", "it"),
        }
    }
}

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (package, target) = self.target();
        write!(f, "{package} {target}")
    }
}

/// A built test binary.
#[derive(Debug, Clone)]
pub(super) struct Binary {
    pub(super) executable: PathBuf,
    /// Where cargo would start it.
    pub(super) folder: PathBuf,
}

/// All of them, in the order of [`Of::ALL`].
pub(super) struct Binaries(Vec<Binary>);

impl Binaries {
    /// Builds them. What they depend on is shared with all other builds.
    pub(super) fn build(workspace: &Workspace) -> Result<Self> {
        let mut cargo = command::cargo(&workspace.root);
        cargo
            .args(["test", "--locked", "--no-run", "--message-format=json-render-diagnostics"])
            // As everywhere, so that features of other crates are those of other builds.
            .args(TESTED_PACKAGES[0])
            .args(["--lib", "--test", "it", "--test", "workers", "--features", FEATURE])
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let shown = command::show(&cargo);
        let mut child = cargo.spawn().with_context(|| format!("cannot start {shown}"))?;
        let stdout = child.stdout.take().context("cargo's stdout is not a pipe")?;
        let artifacts: Vec<Artifact> = Message::parse_stream(BufReader::new(stdout))
            .filter_map(|message| match message {
                Ok(Message::CompilerArtifact(artifact)) if artifact.executable.is_some() => {
                    Some(artifact)
                }
                _ => None,
            })
            .collect();
        let status = child.wait().with_context(|| format!("cannot wait for {shown}"))?;
        if !status.success() {
            bail!("{shown} failed: {status}");
        }
        Of::ALL.into_iter().map(|of| find(of, &artifacts)).collect::<Result<_>>().map(Self)
    }

    /// The one that is asked for.
    pub(super) fn of(&self, of: Of) -> &Binary {
        // There is one for each, in this order.
        &self.0[of as usize]
    }
}

fn find(of: Of, artifacts: &[Artifact]) -> Result<Binary> {
    let (package, target) = of.target();
    artifacts
        .iter()
        .filter(|artifact| artifact.target.name == target)
        .find_map(|artifact| {
            let folder = artifact.manifest_path.parent().filter(|dir| dir.ends_with(package))?;
            let executable = artifact.executable.as_ref()?;
            Some(Binary {
                executable: Path::new(executable.as_str()).to_owned(),
                folder: Path::new(folder.as_str()).to_owned(),
            })
        })
        .with_context(|| format!("cargo built no tests called {of}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_the_one_that_is_looked_up() {
        for (index, of) in Of::ALL.into_iter().enumerate() {
            assert_eq!(of as usize, index, "{of}");
        }
    }
}
