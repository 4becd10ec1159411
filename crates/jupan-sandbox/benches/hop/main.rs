//! What a run costs more in a worker process than in this one: one way there, one way back.
//!
//! ```text
//! cargo bench --package jupan-sandbox --bench hop
//! ```

#![expect(clippy::unwrap_used, reason = "a benchmark ends at the first fault")]

mod guest;

use std::{hint::black_box, num::NonZeroUsize};

use criterion::{Criterion, criterion_group};
use jupan_sandbox::{
    GuestSource, Limits, Program, Runner, Sandbox, SandboxConfig, WorkerCommand, WorkerOptions,
    WorkerPool, WorkerPoolConfig, serve_worker_with,
};

const WORKER: &str = "worker";

fn run(criterion: &mut Criterion, name: &str, runner: &dyn Runner) {
    let (program, limits) = (Program::new("echo"), Limits::default());
    criterion.bench_function(name, |bench| {
        bench.iter(|| runner.run(black_box(&program), &limits).unwrap());
    });
}

fn hop(criterion: &mut Criterion) {
    let sandbox = guest::with(|guest| match guest {
        GuestSource::Wasm { wasm, info } => {
            let config = SandboxConfig { max_concurrent_runs: 1, ..SandboxConfig::default() };
            Sandbox::compile(wasm, info, &config).unwrap()
        }
        GuestSource::Image(_) => unreachable!("the guest is WebAssembly"),
    });
    run(criterion, "run in process", &sandbox);

    let command = WorkerCommand::this_program([WORKER]).unwrap();
    let config =
        WorkerPoolConfig { workers: NonZeroUsize::MIN, ..WorkerPoolConfig::new(command.clone()) };
    let pool = WorkerPool::start(config.clone()).unwrap();
    run(criterion, "run in worker", &pool);
    drop(pool);
    criterion.bench_function("start and end of a pool of one", |bench| {
        bench.iter(|| WorkerPool::start(config.clone()).unwrap());
    });
}

criterion_group!(benches, hop);

fn main() {
    if std::env::args().nth(1).as_deref() == Some(WORKER) {
        return guest::with(|guest| serve_worker_with(guest, &WorkerOptions::default()).unwrap());
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
