//! The server that is measured, and the sandbox in this process.

use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use jupan_sandbox::{
    CheckedImage, Limits, Program, Sandbox, SandboxConfig, WorkerCommand, WorkerPool,
    WorkerPoolConfig,
};
use jupan_server::ServerConfig;
use jupan_tests::{ServerProcess, image_dir, jupan_file};

use crate::groups::Context;
use crate::machine::cores;

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

/// The workers that a server has, without the server.
pub(crate) fn worker_pool() -> Result<WorkerPool> {
    let max_memory = ServerConfig::default().limit_ceilings.memory_bytes.to_string();
    let args = ["worker".into(), "--max-memory-bytes".into(), max_memory.into()];
    let command = WorkerCommand { program: jupan_file(), args: args.into() };
    Ok(WorkerPool::start(WorkerPoolConfig {
        images: vec![Arc::new(CheckedImage::open(&image_dir())?)],
        workers: NonZeroUsize::new(cores()).context("no cores")?,
        ..WorkerPoolConfig::new(command)
    })?)
}

/// A program under the default limits but for the clock, which a busy machine must not reach,
/// and with a seed: the same instructions each time.
pub(crate) fn program(code: &str) -> (Program, Limits) {
    let program = Program { seed: Some(1), ..Program::new(code) };
    (program, Limits { wall: Limits::MAX_WALL, ..Limits::default() })
}
