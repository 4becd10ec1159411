//! One worker process, as the pool sees it.

use std::{
    borrow::Cow,
    io,
    os::{
        fd::OwnedFd,
        unix::{net::UnixStream, process::CommandExt as _},
    },
    process::{Child, Command, ExitStatus, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use tracing::debug;

use super::{
    config::WorkerCommand,
    frame::{self, Channel, FrameError},
    handover,
    loss::Loss,
    wire::{self, Hello, Ready, Reply, Request, SessionHead},
};
use crate::{
    CheckedImage, ImageInfo, Kept, Limits, Outcome, OutputSink, Program, RunOptions, Safeguard,
    SandboxError, SessionState, tell::Allowance,
};

/// How long a worker may take to start: an image of a hundred megabytes has to be read, maybe
/// from a cold disk on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(15);

/// Longer than anyone waits.
const FOR_EVER: Duration = Duration::from_secs(86_400);

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
    /// as the worker is needed. It is handed `images` over the channel.
    pub(super) fn spawn(
        command: &WorkerCommand,
        images: &[Arc<CheckedImage>],
    ) -> Result<Self, WorkerStartError> {
        let spawn = || {
            let (ours, theirs) = UnixStream::pair()?;
            let mut process = Command::new(&command.program);
            process
                .arg0(command.shown_as())
                .args(&command.args)
                .env_clear()
                .stdin(OwnedFd::from(theirs))
                .stdout(Stdio::null())
                // A terminal's interrupt is for the server, which lets runs end.
                .process_group(0);
            #[cfg(feature = "safeguard-switches")]
            crate::safeguard::pass_on(&mut process);
            handover::send_files(&ours, images)?;
            let process = process.spawn()?;
            Ok(Worker { process, channel: Channel::new(ours), runs: 0 })
        };
        let begun = Instant::now();
        let mut worker = spawn()
            .map_err(|error| WorkerStartError::Spawn { program: command.program.clone(), error })?;
        if !images.is_empty() {
            let sent = handover::describe(images)
                .and_then(|described| worker.channel.send(&described, begun + start_timeout()));
            if let Err(error) = sent {
                return Err(WorkerStartError::NotReady(worker.loss(error).to_string()));
            }
        }
        Ok(Self { worker, begun })
    }

    /// Waits until it has something to say, for at most `patience`. Whether it has, or has
    /// taken too long, so that [`StartingWorker::ready`] need not wait.
    pub(super) fn has_something(&mut self, patience: Duration) -> bool {
        match self.worker.channel.wait(Instant::now() + patience) {
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                self.begun.elapsed() > start_timeout()
            }
            Ok(()) | Err(_) => true,
        }
    }

    /// Waits until it can take requests.
    pub(super) fn ready(self) -> Result<(Worker, Ready), WorkerStartError> {
        let Self { mut worker, begun } = self;
        let max = Safeguard::HelloFrame.unless_off(wire::MAX_HELLO_BYTES, usize::MAX);
        match worker.channel.receive::<Hello>(max, begun + start_timeout()) {
            Ok(Ok(ready)) if ready.images.is_empty() => {
                Err(WorkerStartError::NotReady("it has no image".to_owned()))
            }
            Ok(Ok(ready)) => {
                debug!(pid = worker.pid(), took = ?begun.elapsed(), "worker is ready");
                Ok((worker, ready))
            }
            Ok(Err(reason)) => Err(WorkerStartError::Refused(reason)),
            Err(error) => Err(WorkerStartError::NotReady(worker.loss(error).to_string())),
        }
    }
}

/// What a state may take longer than a run without one: a second for as many bytes.
const BYTES_PER_SECOND: u64 = 32 << 20;

fn start_timeout() -> Duration {
    Safeguard::StartTime.unless_off(START_TIMEOUT, FOR_EVER)
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

    /// Whether who waits for its answers looks for them a while before going to sleep: quicker
    /// by the time that waking up takes, and nothing for a processor that has more to do.
    pub(super) fn stay_awake(&mut self, stays_awake: bool) {
        self.channel.stay_awake(stays_awake);
    }

    /// How many runs it has had.
    pub(super) fn runs(&self) -> u64 {
        self.runs
    }

    /// Whether its process is there and has not been stopped by a signal.
    pub(super) fn is_able(&self) -> bool {
        let changes = WaitIdOptions::EXITED
            | WaitIdOptions::STOPPED
            | WaitIdOptions::NOHANG
            | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(self.process_id()), changes), Ok(None))
    }

    /// Ends the process from another thread. Not to be used once the worker is dropped.
    pub(super) fn killer(&self) -> Killer {
        Killer { process: self.process_id() }
    }

    fn process_id(&self) -> Pid {
        Pid::from_child(&self.process)
    }

    /// Runs `program` with what `options` ask for, all of it checked, in one of `images`, and waits
    /// for the answer until `grace` after the time limit, and longer for a state.
    ///
    /// # Errors
    ///
    /// When the worker is lost, and the run with it. What becomes of a run that did not take
    /// place is within the result.
    pub(super) fn run(
        &mut self,
        program: &Program,
        limits: &Limits,
        options: RunOptions<'_>,
        images: &[ImageInfo],
        grace: Duration,
    ) -> Result<Result<(Outcome, Kept), SandboxError>, Loss> {
        let session = options.session;
        let state = session.and_then(|session| session.state.as_ref());
        let head = session.map(|session| SessionHead {
            state: state.map(|state| Cow::Borrowed(state.head())),
            image: session.image,
            max_bytes: session.max_bytes,
        });
        let wanted = wire::Options { tells: options.sink.is_some(), session: head };
        let request = Request::Run(Cow::Borrowed(program), Box::new(*limits), Box::new(wanted));
        let max = Safeguard::RequestFrame.unless_off(wire::MAX_REQUEST_BYTES, usize::MAX);
        let request = match frame::encode(&request, max) {
            Ok(request) => request,
            Err(FrameError::TooLong { actual, max }) => {
                let reason = format!("with them the request has {actual} of at most {max} bytes");
                return Ok(Err(SandboxError::Inputs(reason)));
            }
            Err(error) => return Ok(Err(SandboxError::Engine(error.to_string()))),
        };
        self.runs += 1;
        let contents = state.map_or(&[][..], SessionState::contents);
        let max_left = session.map(|session| session.max_bytes);
        let bytes = max_left.unwrap_or(0).saturating_add(contents.len() as u64);
        let patience = limits.wall + grace + Duration::from_secs(bytes / BYTES_PER_SECOND);
        let deadline = Instant::now() + Safeguard::Answer.unless_off(patience, FOR_EVER);
        let max = wire::max_reply_bytes(limits, &program.outputs, images, max_left.unwrap_or(0));
        let max = Safeguard::AnswerFrame.unless_off(max, usize::MAX);

        let sent = self.channel.send(&request, deadline);
        let sent = sent.and_then(|()| self.channel.send(contents, deadline));
        sent.map_err(|error| self.loss(error))?;
        let reply = self.answer(max, deadline, limits, options.sink)?;
        let (outcome, left) = match reply {
            Reply::Finished(outcome, left) => (*outcome, left),
            Reply::BadInputs(message) => return Ok(Err(SandboxError::Inputs(message))),
            Reply::Failed(message) => return Ok(Err(SandboxError::Engine(message))),
            Reply::Panicked(message) => return Err(Loss::Panicked(message)),
            Reply::Piece(..) | Reply::Escape(_) => {
                return Err(Loss::Invalid("an answer to another question".to_owned()));
            }
        };
        let wrong = wire::contradiction(&outcome, limits, images)
            .or_else(|| wire::contradiction_in(&left, &outcome, limits, images, max_left));
        if let Some(what) = wrong {
            return Err(Loss::Invalid(what.to_owned()));
        }
        let contents = self.channel.receive_bytes(left.contents_bytes());
        let whole = contents.and_then(|contents| {
            self.channel.must_be_quiet()?;
            Ok(contents)
        });
        let contents = whole.map_err(|error| self.loss(error))?;
        Ok(Ok((outcome, left.with(contents))))
    }

    /// The answer to a run under `limits`. Pieces of output that come before it are for `sink`.
    fn answer(
        &mut self,
        max: usize,
        deadline: Instant,
        limits: &Limits,
        sink: Option<&OutputSink>,
    ) -> Result<Reply, Loss> {
        let mut allowance = Allowance::new(limits.output_bytes);
        loop {
            let reply = self.channel.receive_one(max, deadline);
            match (reply.map_err(|error| self.loss(error))?, sink) {
                (Reply::Piece(stream, bytes), Some(sink)) => {
                    let count = bytes.len() as u64;
                    // Each has at least a byte, so that there is an end to them.
                    if count == 0 || allowance.take(stream, count) < count {
                        return Err(Loss::Invalid("more output than the limit allows".to_owned()));
                    }
                    sink(stream, &bytes);
                }
                (reply, _) => return Ok(reply),
            }
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

/// Ends a worker's process.
#[derive(Debug, Clone, Copy)]
pub(super) struct Killer {
    process: Pid,
}

impl Killer {
    /// Kills it. It is still its parent's to wait for, so that the number is not another's.
    pub(super) fn kill(self) {
        // It has ended already if this fails.
        let _ = kill_process(self.process, Signal::KILL);
    }
}

#[cfg(test)]
mod tests;
