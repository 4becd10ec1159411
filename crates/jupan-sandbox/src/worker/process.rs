//! One worker process, as the pool sees it.

use std::{
    borrow::Cow,
    io,
    os::{
        fd::OwnedFd,
        unix::{net::UnixStream, process::CommandExt as _},
    },
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use tracing::debug;

use super::{
    config::WorkerCommand,
    frame::{self, Channel, FrameError},
    loss::Loss,
    wire::{self, Hello, Ready, Reply, Request},
};
use crate::{Limits, Outcome, Program, SandboxError};

/// How long a worker may take to start: an image of a hundred megabytes has to be read, maybe
/// from a cold disk on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(15);

/// A worker that could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkerStartError {
    /// The process could not be started.
    #[error("cannot start a worker with {}: {error}", program.display())]
    Spawn {
        /// The executable.
        program: std::path::PathBuf,
        /// What the operating system said.
        error: io::Error,
    },
    /// The worker said why it cannot work.
    #[error("{0}")]
    Refused(String),
    /// The worker ended before it was ready, or took too long.
    #[error("a worker did not get ready: {0}")]
    NotReady(String),
    /// The kernel lacks a part of the lockdown that is required.
    #[error("a worker cannot lock itself down, which is required: {0}")]
    LockdownIncomplete(String),
    /// The image is no longer the one that the pool started with.
    #[error("the image has changed since the start: it was {was}, and is {is} now")]
    ImageChanged {
        /// Its name and version at the start.
        was: String,
        /// Its name and version now.
        is: String,
    },
}

/// A worker that is loading its image.
#[derive(Debug)]
pub(super) struct StartingWorker {
    worker: Worker,
    begun: Instant,
}

impl StartingWorker {
    /// Starts the process. It dies with the calling thread, which must therefore live as long
    /// as the worker is needed.
    pub(super) fn spawn(command: &WorkerCommand) -> Result<Self, WorkerStartError> {
        let spawn = || {
            let (ours, theirs) = UnixStream::pair()?;
            let process = Command::new(&command.program)
                .args(&command.args)
                .env_clear()
                .stdin(OwnedFd::from(theirs))
                .stdout(Stdio::null())
                // A terminal's interrupt is for the server, which lets runs end.
                .process_group(0)
                .spawn()?;
            Ok(Worker { process, channel: Channel::new(ours), runs: 0 })
        };
        match spawn() {
            Ok(worker) => Ok(Self { worker, begun: Instant::now() }),
            Err(error) => Err(WorkerStartError::Spawn { program: command.program.clone(), error }),
        }
    }

    /// Waits until it has something to say, for at most `patience`. Whether it has, or has
    /// taken too long, so that [`StartingWorker::ready`] need not wait.
    pub(super) fn has_something(&mut self, patience: Duration) -> bool {
        match self.worker.channel.wait(Instant::now() + patience) {
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                self.begun.elapsed() > START_TIMEOUT
            }
            Ok(()) | Err(_) => true,
        }
    }

    /// Waits until it can take requests.
    pub(super) fn ready(self) -> Result<(Worker, Ready), WorkerStartError> {
        let Self { mut worker, begun } = self;
        match worker.channel.receive::<Hello>(wire::MAX_HELLO_BYTES, begun + START_TIMEOUT) {
            Ok(Ok(ready)) => {
                debug!(pid = worker.pid(), took = ?begun.elapsed(), "worker is ready");
                Ok((worker, ready))
            }
            Ok(Err(reason)) => Err(WorkerStartError::Refused(reason)),
            Err(error) => Err(WorkerStartError::NotReady(worker.loss(error).to_string())),
        }
    }
}

/// A worker that can take requests. Dropping it ends the process and waits for its end.
#[derive(Debug)]
pub(super) struct Worker {
    process: Child,
    channel: Channel,
    runs: u64,
}

impl Worker {
    /// Its process.
    pub(super) fn pid(&self) -> u32 {
        self.process.id()
    }

    /// How many runs it has had.
    pub(super) fn runs(&self) -> u64 {
        self.runs
    }

    /// Whether its process is still there.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Runs `program`, which is checked, and waits for the answer until `grace` after the time
    /// limit.
    ///
    /// # Errors
    ///
    /// When the worker is lost, and the run with it. What becomes of a run that did not take
    /// place is within the result.
    pub(super) fn run(
        &mut self,
        program: &Program,
        limits: &Limits,
        grace: Duration,
    ) -> Result<Result<Outcome, SandboxError>, Loss> {
        let request = Request::Run(Cow::Borrowed(program), *limits);
        let request = match frame::encode(&request, wire::MAX_REQUEST_BYTES) {
            Ok(request) => request,
            Err(FrameError::TooLong { actual, max }) => {
                let reason = format!("with them the request has {actual} of at most {max} bytes");
                return Ok(Err(SandboxError::Inputs(reason)));
            }
            Err(error) => return Ok(Err(SandboxError::Engine(error.to_string()))),
        };
        self.runs += 1;
        let deadline = Instant::now() + limits.wall + grace;
        let reply = self.channel.exchange(&request, wire::max_reply_bytes(limits), deadline);
        match reply.map_err(|error| self.loss(error))? {
            Reply::Finished(outcome) => match wire::contradiction(&outcome, limits) {
                None => Ok(Ok(*outcome)),
                Some(what) => Err(Loss::Invalid(what.to_owned())),
            },
            Reply::BadInputs(message) => Ok(Err(SandboxError::Inputs(message))),
            Reply::Failed(message) => Ok(Err(SandboxError::Engine(message))),
            Reply::Panicked(message) => Err(Loss::Panicked(message)),
            Reply::Escape(_) => Err(Loss::Invalid("an answer to another question".to_owned())),
        }
    }

    /// Has it try to escape, see [`super::escape`].
    pub(super) fn try_escape(&mut self, attempt: u32) -> Result<i64, Loss> {
        let ask = || frame::encode(&Request::Escape(attempt), wire::MAX_REQUEST_BYTES);
        let deadline = Instant::now() + START_TIMEOUT;
        let reply = ask().and_then(|request| self.channel.exchange(&request, 64, deadline));
        match reply.map_err(|error| self.loss(error))? {
            Reply::Escape(result) => Ok(result),
            _ => Err(Loss::Invalid("an answer to another question".to_owned())),
        }
    }

    /// What an answer that did not arrive says about the worker.
    fn loss(&mut self, error: FrameError) -> Loss {
        match error {
            FrameError::Io(error) if error.kind() == io::ErrorKind::TimedOut => Loss::Silent,
            FrameError::Ended => Loss::Ended(self.end()),
            FrameError::Io(_) | FrameError::TooLong { .. } | FrameError::Malformed(_) => {
                Loss::Invalid(error.to_string())
            }
        }
    }

    /// Ends the process and says how it ended, which is how it ended itself if it did.
    fn end(&mut self) -> Option<ExitStatus> {
        // A process that has ended is not killed again, and keeps its own status.
        let _ = self.process.kill();
        self.process.wait().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
    }
}
