//! `jupan worker`: what `jupan serve` starts to run programs in.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use jupan_sandbox::{
    CheckedImage, WorkerCommand, WorkerError, WorkerOptions, WorkerPool, WorkerPoolConfig,
    serve_worker,
};

use crate::exit::Exit;
use crate::settings::Workers;

#[derive(Debug, clap::Args)]
pub(crate) struct WorkerArgs {
    /// Most bytes of memory that a run may have.
    #[arg(long, value_name = "NUMBER")]
    max_memory_bytes: u64,
}

impl WorkerArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        let options =
            WorkerOptions { max_memory_bytes: self.max_memory_bytes, ..WorkerOptions::default() };
        match serve_worker(&options) {
            Ok(()) => Ok(Exit::Ok),
            // The server has been told, and says it once for all workers.
            Err(WorkerError::Image(_)) => Ok(Exit::Fault),
            Err(error) => Err(error.into()),
        }
    }
}

/// Starts `workers` with the images in the folders `images`, for runs of at most
/// `max_memory_bytes`.
///
/// # Errors
///
/// When a worker cannot be started, or cannot use the image.
pub(crate) fn start_pool(
    workers: Workers,
    images: &[PathBuf],
    max_memory_bytes: u64,
) -> Result<WorkerPool> {
    let args = ["worker".to_owned(), "--max-memory-bytes".to_owned(), max_memory_bytes.to_string()];
    let command = WorkerCommand::this_program(args).context("cannot find this program's file")?;
    let images = CheckedImage::open_all(images)?;
    Ok(WorkerPool::start(WorkerPoolConfig {
        images: images.into_iter().map(Arc::new).collect(),
        workers: workers.count,
        max_runs: workers.max_runs,
        require_lockdown: workers.require_lockdown,
        ..WorkerPoolConfig::new(command)
    })?)
}
