//! Programs that are run under CPython once and in the sandbox in every test run.
//!
//! ```text
//! suite        the programs, and what CPython gave
//! record       runs them under a CPython and keeps what it gives
//! outcome      what is compared
//! differences  what is known to differ, and the page about it
//! ```

mod differences;
mod outcome;
mod record;
mod suite;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context as _, Result};
use jupan_sandbox::{Limits, Program, Runner as _, Sandbox, SandboxConfig};

pub use differences::{Difference, Differences};
pub use outcome::{Seen, SeenError};
pub use record::record;
pub use suite::{ConformanceProgram, conformance_dir, programs, recorded};

/// Runs `programs` in sandboxes of the image in `image_dir`; what came of them is in their order.
///
/// # Errors
///
/// When the image cannot be used, or a run did not take place.
pub fn run_in_sandbox(image_dir: &Path, programs: &[ConformanceProgram]) -> Result<Vec<Seen>> {
    let sandbox = Sandbox::load(image_dir, &SandboxConfig::default())?;
    // Far more than any of them needs, on a slow and busy machine too.
    let limits = Limits { wall: std::time::Duration::from_secs(60), ..Limits::default() };
    side_by_side(programs, |_, program| {
        let run = Program { code: program.code.clone(), seed: Some(1), ..Program::default() };
        let outcome = sandbox.run(&run, &limits).with_context(|| program.id.clone())?;
        Ok(Seen::in_sandbox(outcome))
    })
}

/// Does `work` for every item, on all cores; results are in the order of the items.
fn side_by_side<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(usize, &T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        // Runs at once may not be more than a sandbox has room for.
        let threads = thread::available_parallelism().map_or(1, usize::from).min(16);
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    let result = work(at, item);
                    results.lock().expect("no thread panics with it").push((at, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread panics with it");
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}
