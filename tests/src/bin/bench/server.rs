//! The server that is measured, and the sandbox in this process.

use anyhow::Result;
use jupan_sandbox::{Limits, Program, Sandbox, SandboxConfig};
use jupan_tests::{ServerProcess, image_dir};

use crate::groups::Context;

/// `jupan serve` with its defaults and `args`. Its log is off but for errors, as its default
/// would measure the terminal.
pub(crate) fn start(context: &Context, args: &[&str]) -> ServerProcess {
    let mut all = vec!["--log", "error"];
    all.extend_from_slice(args);
    ServerProcess::start(&context.dir, &all)
}

/// The sandbox in this process, with its defaults.
pub(crate) fn sandbox() -> Result<Sandbox> {
    Ok(Sandbox::load(&image_dir(), &SandboxConfig::default())?)
}

/// A program under the default limits but for the clock, which a busy machine must not reach,
/// and with a seed: the same instructions each time.
pub(crate) fn program(code: &str) -> (Program, Limits) {
    let program = Program { seed: Some(1), ..Program::new(code) };
    (program, Limits { wall: Limits::MAX_WALL, ..Limits::default() })
}
