use std::{
    env,
    io::{Read as _, Write as _},
    num::NonZeroUsize,
    process::ExitCode,
};

use jupan_sandbox::{
    GuestSource, Limits, Program, Runner as _, WorkerCommand, WorkerOptions, WorkerPool,
    WorkerPoolConfig, serve_worker_with,
};

use crate::guest;

/// A worker as it should be.
pub(crate) const WORKER: &str = "worker";
/// A worker without its filter of system calls.
pub(crate) const WITHOUT_FILTER: &str = "worker-without-filter";
/// A worker whose image is missing.
pub(crate) const WITHOUT_IMAGE: &str = "worker-without-image";
/// A worker that ends at once.
pub(crate) const HASTY: &str = "hasty-worker";
/// A server: a pool that runs an endless program. It says when it has started.
pub(crate) const SERVER: &str = "server";

/// The status of [`HASTY`].
pub(crate) const HASTY_STATUS: u8 = 7;

/// Plays the part that the first argument names, if it names one.
pub(crate) fn play() -> Option<ExitCode> {
    let options = WorkerOptions::default();
    let result = match env::args().nth(1)?.as_str() {
        WORKER => guest::with(|guest| serve_worker_with(guest, &options)),
        WITHOUT_FILTER => {
            let options = WorkerOptions { without_system_call_filter: true, ..options };
            guest::with(|guest| serve_worker_with(guest, &options))
        }
        WITHOUT_IMAGE => {
            let info = guest::info();
            serve_worker_with(GuestSource::Wasm { wasm: b"\0asm\x01\0\0\0", info }, &options)
        }
        HASTY => return Some(HASTY_STATUS.into()),
        SERVER => {
            serve();
            Ok(())
        }
        _ => return None,
    };
    Some(if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn serve() {
    let pool = WorkerPool::start(config(WORKER, 2)).unwrap();
    std::io::stdout().write_all(b"!\n").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let limits = Limits { wall: Limits::MAX_WALL, ..Limits::default() };
            let pool = &pool;
            scope.spawn(move || pool.run(&Program::new("loop"), &limits));
        }
    });
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

/// How this executable plays `part`.
pub(crate) fn command(part: &str) -> WorkerCommand {
    WorkerCommand::this_program([part]).unwrap()
}

/// A pool of `workers` that play `part`.
pub(crate) fn config(part: &str, workers: usize) -> WorkerPoolConfig {
    WorkerPoolConfig {
        workers: NonZeroUsize::new(workers).unwrap(),
        ..WorkerPoolConfig::new(command(part))
    }
}
