//! `jupan worker`: what `jupan serve` starts to run programs in.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use jupan_sandbox::{
    GuestSource, WorkerCommand, WorkerError, WorkerOptions, WorkerPool, WorkerPoolConfig,
    serve_worker,
};

use crate::exit::Exit;
use crate::settings::Workers;

#[derive(Debug, clap::Args)]
pub(crate) struct WorkerArgs {
    /// Folder of the image.
    #[arg(long, value_name = "DIR")]
    image: PathBuf,
    /// Most bytes of memory that a run may have.
    #[arg(long, value_name = "NUMBER")]
    max_memory_bytes: u64,
}

impl WorkerArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        let options =
            WorkerOptions { max_memory_bytes: self.max_memory_bytes, ..WorkerOptions::default() };
        match serve_worker(GuestSource::Image(&self.image), &options) {
            Ok(()) => Ok(Exit::Ok),
            // The server has been told, and says it once for all workers.
            Err(WorkerError::Image(_)) => Ok(Exit::Fault),
            Err(error) => Err(error.into()),
        }
    }
}

/// Starts `workers` with the image in the folder `image`, for runs of at most
/// `max_memory_bytes`.
///
/// # Errors
///
/// When a worker cannot be started, or cannot use the image.
pub(crate) fn start_pool(
    workers: Workers,
    image: &Path,
    max_memory_bytes: u64,
) -> Result<WorkerPool> {
    let args: [OsString; 5] = [
        "worker".into(),
        "--image".into(),
        image.into(),
        "--max-memory-bytes".into(),
        max_memory_bytes.to_string().into(),
    ];
    let command = WorkerCommand::this_program(args).context("cannot find this program's file")?;
    Ok(WorkerPool::start(WorkerPoolConfig {
        workers: workers.count,
        max_runs: workers.max_runs,
        require_lockdown: workers.require_lockdown,
        ..WorkerPoolConfig::new(command)
    })?)
}
