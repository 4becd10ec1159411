//! The commands. A new one is a file in `cli/` with its arguments and an `execute`, a variant
//! of [`Command`] and an arm in [`Command::execute`].

mod agent;
mod batch;
mod completions;
mod config;
mod image;
mod mcp;
#[cfg(test)]
mod packaging;
mod run;
mod selftest;
mod serve;
mod verify;
mod worker;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};

use crate::exit::Exit;
use crate::output;
use crate::settings::keys::KEYS;
use crate::settings::variables;

/// Runs Python written by language models in a WebAssembly sandbox, under limits.
#[derive(Debug, Parser)]
#[command(name = "jupan", version, after_help = Exit::HELP, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the sandbox over HTTP.
    Serve(serve::ServeArgs),
    /// Run one program and show what came of it.
    Run(run::RunArgs),
    /// Serve the sandbox to an MCP client, over stdin and stdout.
    Mcp(mcp::McpArgs),
    /// Run many programs from a file, and go on where an earlier batch ended.
    Batch(batch::BatchArgs),
    /// Repeat the run of a receipt and say whether it holds.
    Verify(verify::VerifyArgs),
    /// Answer a question with a language model and tools.
    Agent(agent::AgentArgs),
    /// Show the configuration in force and who set each value.
    Config(config::ConfigArgs),
    /// Build an image or look at one.
    Image(image::ImageArgs),
    /// Run hostile programs against the sandbox or a server, and check what comes of them.
    Selftest(selftest::SelftestArgs),
    /// Print completions for a shell.
    Completions(completions::CompletionsArgs),
    /// Write manual pages.
    Man(completions::ManArgs),
    /// Run programs for the server that started this process.
    #[command(hide = true)]
    Worker(worker::WorkerArgs),
}

impl Command {
    fn execute(self) -> anyhow::Result<Exit> {
        match self {
            Self::Serve(args) => args.execute(),
            Self::Run(args) => args.execute(),
            Self::Mcp(args) => args.execute(),
            Self::Batch(args) => args.execute(),
            Self::Verify(args) => args.execute(),
            Self::Agent(args) => args.execute(),
            Self::Config(args) => args.execute(),
            Self::Image(args) => args.execute(),
            Self::Selftest(args) => args.execute(),
            Self::Completions(args) => args.execute(),
            Self::Man(args) => args.execute(),
            Self::Worker(args) => args.execute(),
        }
    }
}

/// Runs the command that `args` ask for.
pub(crate) fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let cli = match Cli::try_parse_from(&args) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, &args).into(),
    };
    match cli.command.execute() {
        Ok(exit) => exit.into(),
        // Whoever stopped reading has what they wanted.
        Err(error) if output::is_broken_pipe(&error) => Exit::Ok.into(),
        Err(error) => {
            output::stderr(&format!("jupan: {}\n", sentence(&error)));
            Exit::Fault.into()
        }
    }
}

/// The error with its causes. A message that already says what its cause says is not
/// followed by it once more.
fn sentence(error: &anyhow::Error) -> String {
    let mut said = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if said.is_empty() {
            said = cause;
        } else if !said.contains(&cause) {
            said = format!("{said}: {cause}");
        }
    }
    said
}

/// Shows help, version or what is wrong with the arguments.
fn usage(error: &clap::Error, args: &[OsString]) -> Exit {
    if !error.use_stderr() {
        return match error.print().and_then(|()| output::stdout("")) {
            // Whoever stopped reading has what they wanted.
            Err(fault) if fault.kind() != io::ErrorKind::BrokenPipe => {
                output::stderr(&format!("jupan: cannot write to stdout: {fault}\n"));
                Exit::Fault
            }
            _ => Exit::Ok,
        };
    }
    if error.kind() == ErrorKind::InvalidUtf8
        && let Some(name) = variables::not_utf_8(std::env::vars_os())
    {
        output::stderr(&format!(
            "jupan: the value of the environment variable {name} is not valid UTF-8\n"
        ));
        return Exit::Fault;
    }
    // Where nobody reads it there is nobody to tell.
    drop(error.print());
    if let Some(variable) = variable_at_fault(error, args) {
        output::stderr(&format!(
            "\n  hint: the value is that of the environment variable {variable}\n"
        ));
    }
    Exit::Fault
}

/// The environment variable that a bad value came from, if it did not come from a flag.
fn variable_at_fault(error: &clap::Error, args: &[OsString]) -> Option<&'static str> {
    if !matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue) {
        return None;
    }
    let Some(ContextValue::String(shown)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let flag = shown.split(' ').next()?;
    let is_on_the_command_line = args.iter().any(|arg| {
        let arg = arg.to_string_lossy();
        arg == flag || arg.starts_with(&format!("{flag}="))
    });
    let key = KEYS.iter().find(|key| flag.strip_prefix("--") == Some(&key.flag))?;
    (!is_on_the_command_line).then_some(key.variable.as_str())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn an_error_says_nothing_twice() {
        let error = anyhow::anyhow!("is missing").context("the file a is missing");
        assert_eq!(sentence(&error), "the file a is missing");
        let error = anyhow::anyhow!("no space left").context("cannot write a");
        assert_eq!(sentence(&error), "cannot write a: no space left");
    }

    #[test]
    fn wrong_usage_has_its_own_status_and_help_has_none() {
        let exit = |args: &[&str]| {
            let args: Vec<OsString> = args.iter().map(OsString::from).collect();
            usage(&Cli::try_parse_from(&args).unwrap_err(), &args)
        };
        assert_eq!(exit(&["jupan", "--help"]), Exit::Ok);
        assert_eq!(exit(&["jupan", "--version"]), Exit::Ok);
        assert_eq!(exit(&["jupan", "fly"]), Exit::Fault);
        assert_eq!(exit(&["jupan"]), Exit::Fault);
        assert_eq!(exit(&["jupan", "serve", "--listen", "here"]), Exit::Fault);
    }
}
