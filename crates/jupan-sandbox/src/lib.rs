//! Runs one Python program in a fresh WebAssembly instance, under limits. Knows no HTTP.
//!
//! # Model
//!
//! An *image* holds an interpreter that is already started: the snapshot of its memory,
//! compiled ahead of time. A [`Sandbox`] loads an image once. A *run* takes a fresh instance
//! of it, whose memory is the snapshot's, copied on write; hands the [`Program`] over; and
//! gives an [`Outcome`]: what was printed, the value of the last expression, the failure if
//! there was one, and what was used. Then the instance is thrown away, and nothing of it is
//! left.
//!
//! A run has no capability: no network, environment, arguments or processes, and no files but
//! those that lie in memory for it alone, see the module `wasi`. All [`Limits`] are finite and always in force.
//! A program that fails or hits a limit is an [`Outcome`]; a [`SandboxError`] means that the
//! run did not take place.
//!
//! The parts, in the order in which a run meets them:
//!
//! ```text
//! sandbox   load an image, once          image, engine
//! run       store -> call -> outcome     run/state, deadline, memory, capture, classify
//! session   what is left for the next    run/pages, written
//! wasi      what the guest may call      wasi/stdio, clock, poll, denied
//! worker    the same in other processes  worker/pool, serve, lockdown
//! ```
//!
//! # Workers
//!
//! Both a [`Sandbox`] and a [`WorkerPool`] are a [`Runner`]. The sandbox runs programs in the
//! calling process, which is simple, and enough for one run at a time. The pool runs them in
//! processes of their own, one per core, that have locked themselves down: an escape from
//! WebAssembly lands where nothing can be done, a crash costs one run, and runs on several
//! cores do not slow each other down.
//!
//! # Sessions
//!
//! Runs can be strung together: a run with [`RunOptions::session`] gives what it has left beside
//! its outcome, a [`SessionState`], and the next takes it. The instance is thrown away all the
//! same.
//!
//! # Example
//!
//! ```no_run
//! use jupan_sandbox::{Limits, Program, Runner, Sandbox, SandboxConfig};
//!
//! let sandbox = Sandbox::load("target/image/python".as_ref(), &SandboxConfig::default())?;
//! let outcome = sandbox.run(&Program::new("print(6 * 7)"), &Limits::default())?;
//! assert_eq!(outcome.stdout.to_text(), "42\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cancel;
mod engine;
mod error;
mod image;
mod limits;
mod outcome;
mod picture;
mod program;
mod receipt;
mod run;
mod runner;
mod safeguard;
mod sandbox;
mod session;
mod tell;
mod wasi;
#[cfg(unix)]
mod worker;

/// Entries for the fuzz targets. No part of the interface.
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing {
    pub use crate::run::fuzzing::{Stream, report};
    #[cfg(unix)]
    pub use crate::worker::fuzzing::frames;
}

pub use cancel::{CancelOnDrop, CancelToken};
pub use error::SandboxError;
pub use image::{
    BuildError, CheckedImage, CpythonFiles, ImageError, ImageFault, PackageFiles,
    build_cpython_image, build_image,
};
pub use limits::{LimitError, Limits};
pub use outcome::{
    BusyLoop, Captured, ErrorKind, Failure, ImageReason, LeftFile, LeftFiles, LeftOut, OmitReason,
    Outcome, RunStatus, Usage,
};
pub use picture::Picture;
pub use program::{Outputs, Program, ProgramFile};
pub use receipt::receipt;
pub use runner::{ImageInfo, ImageKind, RunOptions, Runner, WorkerPoolStatus};
#[doc(hidden)]
pub use safeguard::Safeguard;
pub use sandbox::{GuestSource, Sandbox, SandboxConfig};
pub use session::{Kept, SessionRun, SessionState, StateError};
#[doc(hidden)]
pub use session::{StateHead, StateParts};
pub use tell::{OutputSink, OutputStream};
pub use wasi::files::SharedBytes;
#[cfg(unix)]
pub use worker::{
    EscapeAttempt, EscapeResult, Layer, Lockdown, WorkerCommand, WorkerError, WorkerOptions,
    WorkerPool, WorkerPoolConfig, WorkerStartError, serve_worker, serve_worker_with, try_escapes,
};
