//! The command line of Jupan. `jupan --help` lists the commands.

mod cli;
mod exit;
mod image_dir;
mod logging;
mod output;
mod settings;
mod traces;

fn main() -> std::process::ExitCode {
    cli::run(std::env::args_os())
}
