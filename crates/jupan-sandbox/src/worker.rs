//! Runs in worker processes.
//!
//! # Model
//!
//! A [`WorkerPool`] starts worker processes, each of which runs one program at a time with
//! the in-process [`Sandbox`](crate::Sandbox). Processes scale where threads do not: the
//! copy-on-write faults of one process's threads fight over its page tables. And a process is
//! a second wall: before the first guest runs, a worker locks itself down, see [`Lockdown`],
//! so that an escape from WebAssembly lands where nothing can be done.
//!
//! ```text
//! pool      what callers see: a Runner        crew (ready, busy, replaced)
//!   |                                         process (one worker: started, asked, ended)
//!   |  frames over a socket pair              frame, wire
//!   v
//! serve     the worker's side                 lockdown, escape
//! ```
//!
//! What a worker answers is hostile, since a guest may have taken it over: every frame is
//! capped and validated, and nothing waits for it beyond a deadline. A worker that ends, or
//! does not answer, costs its one run; it is killed, and a spare that was started beforehand
//! takes its place. A worker dies with the process that started it.

mod config;
mod crew;
mod escape;
mod frame;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod handover;
mod lockdown;
mod loss;
mod pool;
mod process;
mod serve;
mod wire;

pub use config::{WorkerCommand, WorkerPoolConfig};
pub use escape::{EscapeAttempt, EscapeResult, try_escapes};
pub use lockdown::{Layer, Lockdown};
pub use pool::WorkerPool;
pub use process::WorkerStartError;
pub use serve::{WorkerError, WorkerOptions, serve_worker, serve_worker_with};
