//! `jupan completions` and `jupan man`: what a package installs beside the program.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;
use crate::exit::Exit;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "jupan", &mut script);
        let script = String::from_utf8(script).context("the completions are not UTF-8")?;
        output::stdout(&script).context("cannot write to stdout")?;
        Ok(Exit::Ok)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Folder that the pages are written to; it is made if it is not there.
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

impl ManArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        let written = std::fs::create_dir_all(&self.dir)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), &self.dir));
        written.with_context(|| format!("cannot write to {}", self.dir.display()))?;
        Ok(Exit::Ok)
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_shell_is_told_every_command() {
        for shell in Shell::value_variants() {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "jupan", &mut script);
            let script = String::from_utf8(script).unwrap();
            for command in ["serve", "batch", "completions"] {
                assert!(script.contains(command), "{shell} lacks {command}");
            }
        }
    }

    #[test]
    fn every_command_has_a_page() {
        let dir = tempfile::tempdir().unwrap();
        let pages = dir.path().join("a/man1");
        ManArgs { dir: pages.clone() }.execute().unwrap();
        for page in ["jupan.1", "jupan-serve.1", "jupan-batch.1", "jupan-image-build.1"] {
            let text = std::fs::read_to_string(pages.join(page)).unwrap();
            assert!(text.contains(".SH SYNOPSIS"), "{page}");
        }
        let serve = std::fs::read_to_string(pages.join("jupan-serve.1")).unwrap();
        assert!(serve.contains("max\\-queued\\-runs"), "{serve}");
        // What is hidden in the help has no page.
        assert!(!pages.join("jupan-worker.1").exists());
    }
}
