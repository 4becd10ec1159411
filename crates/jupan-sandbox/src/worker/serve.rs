//! The worker's side: load, lock down, answer.

use std::{
    any::Any,
    fs::File,
    io::{self, BufReader, Write as _},
    os::{
        fd::{AsFd, BorrowedFd},
        unix::fs::FileTypeExt as _,
    },
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use rustix::process::Signal;

use super::{
    escape,
    frame::{self, FrameError},
    handover,
    lockdown::Lockdown,
    wire::{self, Hello, Left, Ready, Reply, Request, SessionHead},
};
use crate::{
    ImageError, Kept, OutputSink, RunOptions, Runner as _, Safeguard, Sandbox, SandboxConfig,
    SessionRun, SessionState, runner, sandbox::GuestSource,
};

/// Bytes of a program that is not long.
const READ_BYTES: usize = 16 << 10;

/// How a worker works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerOptions {
    /// The most linear memory that the limits of a run may allow, in bytes. Default:
    /// [`Limits::MAX_MEMORY_BYTES`](crate::Limits::MAX_MEMORY_BYTES).
    pub max_memory_bytes: u64,
    /// For tests that ask what the other layers hold by themselves: leaves out the filter of
    /// system calls, and says so in the lockdown. Default: no.
    #[doc(hidden)]
    pub without_system_call_filter: bool,
}

impl Default for WorkerOptions {
    fn default() -> Self {
        Self {
            max_memory_bytes: SandboxConfig::default().max_memory_bytes,
            without_system_call_filter: false,
        }
    }
}

/// A worker that could not start, or had to stop.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkerError {
    /// Its standard input is no channel.
    #[error("a worker is started by a server, which talks to it in place of its standard input")]
    NoChannel,
    /// The operating system refused what a worker needs.
    #[error("a worker cannot be set up: {0}")]
    SetUp(#[source] io::Error),
    /// The image cannot be used. The pool has been told.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// The pool asks for what no pool asks for, or cannot be answered.
    #[error("lost the server: {0}")]
    Channel(String),
}

/// Turns the calling process into a worker: loads the image that the pool hands over, locks the
/// process down, and answers the [`WorkerPool`](crate::WorkerPool) that started it until that
/// one goes. To be called from the main thread, before there is any other.
///
/// # Errors
///
/// When the worker cannot start, or loses the pool otherwise than by its end.
pub fn serve_worker(options: &WorkerOptions) -> Result<(), WorkerError> {
    let channel = Arc::new(channel()?);
    let images = match handover::receive(&channel) {
        Ok(images) => images,
        // The pool has ended before this process had begun.
        Err(FrameError::Ended) => return Ok(()),
        Err(error) => return Err(WorkerError::Channel(error.to_string())),
    };
    let mut sources = images.iter().map(GuestSource::Image);
    match sources.next() {
        Some(first) => serve(&channel, first, sources.collect(), options),
        None => Err(WorkerError::Channel("no image was handed over".to_owned())),
    }
}

/// As [`serve_worker`], with a guest that the process brings along; for pools without an
/// image.
///
/// # Errors
///
/// As [`serve_worker`].
pub fn serve_worker_with(
    guest: GuestSource<'_>,
    options: &WorkerOptions,
) -> Result<(), WorkerError> {
    serve(&Arc::new(channel()?), guest, Vec::new(), options)
}

fn serve(
    channel: &Arc<File>,
    guest: GuestSource<'_>,
    others: Vec<GuestSource<'_>>,
    options: &WorkerOptions,
) -> Result<(), WorkerError> {
    die_with_the_pool().map_err(WorkerError::SetUp)?;
    let (sandbox, lockdown) = match prepare(guest, others, options, channel.as_fd()) {
        Ok(prepared) => prepared,
        Err(error) => {
            send(channel, &Hello::Err(error.to_string()), wire::MAX_HELLO_BYTES)?;
            return Err(error);
        }
    };
    let max_memory_bytes = options.max_memory_bytes;
    let ready = Ready { images: sandbox.images().to_vec(), max_memory_bytes, lockdown };
    send(channel, &Hello::Ok(ready), wire::MAX_HELLO_BYTES)?;

    // Most requests come with one read.
    let mut requests = BufReader::with_capacity(READ_BYTES, &**channel);
    loop {
        let max = Safeguard::RequestFrame.unless_off(wire::MAX_REQUEST_BYTES, usize::MAX);
        let request = match frame::read(&mut requests, max) {
            Ok(request) => request,
            Err(FrameError::Ended) => return Ok(()),
            Err(error) => return Err(WorkerError::Channel(error.to_string())),
        };
        let mut kept = Kept::Nothing;
        let reply = match request {
            Request::Run(program, limits, options) => {
                let max_left = options.session.as_ref().map_or(0, |session| session.max_bytes);
                let max =
                    wire::max_reply_bytes(&limits, &program.outputs, sandbox.images(), max_left);
                let session = match options.session {
                    Some(head) => Some(session_run(head, &mut requests)?),
                    None => None,
                };
                let sink = options.tells.then(|| pieces_to(channel, max));
                let options =
                    RunOptions { session: session.as_ref(), sink: sink.as_ref(), cancel: None };
                let run = || sandbox.run_with(&program, &limits, options);
                match catch_unwind(AssertUnwindSafe(run)) {
                    Ok(Ok((outcome, left))) => {
                        kept = left;
                        (Reply::Finished(Box::new(outcome), Left::of(&kept)), max)
                    }
                    Ok(Err(error)) => (Reply::from(error), max),
                    Err(panic) => (Reply::Panicked(said(&*panic)), max),
                }
            }
            Request::Escape(attempt) => (Reply::Escape(escape::attempt(attempt)), 64),
        };
        send(channel, &reply.0, reply.1)?;
        if let Kept::State(state) = &kept {
            let lost = |error: io::Error| WorkerError::Channel(error.to_string());
            (&mut &**channel).write_all(state.contents()).map_err(lost)?;
        }
        if let Reply::Panicked(message) = reply.0 {
            // Who knows what state it left: a fresh process takes over.
            return Err(WorkerError::Channel(message));
        }
    }
}

/// Sends what a program writes over `channel`, in messages of at most `max` bytes.
fn pieces_to(channel: &Arc<File>, max: usize) -> OutputSink {
    let channel = Arc::clone(channel);
    Arc::new(move |stream, bytes: &[u8]| {
        // If the pool has gone, the answer does not reach it either.
        drop(send(&channel, &Reply::Piece(stream, bytes.to_vec()), max));
    })
}

/// What `head` is the head of; the rest of it follows in `requests`.
fn session_run(
    head: SessionHead<'_>,
    requests: &mut impl io::Read,
) -> Result<SessionRun, WorkerError> {
    let SessionHead { state, image, max_bytes } = head;
    let state = match state {
        None => None,
        Some(head) => {
            let head = head.into_owned();
            let contents = frame::read_bytes(requests, head.contents_bytes())
                .map_err(|error| WorkerError::Channel(error.to_string()))?;
            Some(SessionState::new(head, contents))
        }
    };
    Ok(SessionRun { state, image, max_bytes })
}

/// Loads the guest and locks the process down.
fn prepare(
    guest: GuestSource<'_>,
    others: Vec<GuestSource<'_>>,
    options: &WorkerOptions,
    channel: BorrowedFd<'_>,
) -> Result<(Sandbox, Lockdown), WorkerError> {
    let config =
        SandboxConfig { max_concurrent_runs: 1, max_memory_bytes: options.max_memory_bytes };
    let sandbox = Sandbox::with_others(guest, others, &config)?;
    silence().map_err(WorkerError::SetUp)?;
    #[cfg(target_os = "linux")]
    {
        let without_filter = options.without_system_call_filter;
        let extra = runner::most_extra_memory_bytes(sandbox.images());
        let max_memory_bytes = options.max_memory_bytes.saturating_add(extra);
        let lockdown = super::lockdown::lock_down(max_memory_bytes, channel, without_filter);
        Ok((sandbox, lockdown))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = channel;
        Ok((sandbox, Lockdown::missing("only Linux can do it")))
    }
}

/// The channel, taken from the place of the standard input.
fn channel() -> Result<File, WorkerError> {
    let channel = File::from(io::stdin().as_fd().try_clone_to_owned().map_err(WorkerError::SetUp)?);
    match channel.metadata() {
        Ok(metadata) if metadata.file_type().is_socket() => Ok(channel),
        _ => Err(WorkerError::NoChannel),
    }
}

/// Has the kernel end this process when the one that started it ends, also in mid-run, so that
/// signals which ask the whole group to end are for that one alone: it lets its runs end first.
fn die_with_the_pool() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        ignore(signal);
    }
    Ok(())
}

#[expect(unsafe_code, reason = "no safe library sets a signal's disposition to ignored")]
fn ignore(signal: Signal) {
    // SAFETY: no handler is installed, so there is none that could run at a bad moment; and
    // the process has one thread, so nobody else changes the disposition meanwhile.
    unsafe { libc::signal(signal.as_raw(), libc::SIG_IGN) };
}

/// Standard input, output and error lead nowhere: the channel is the one way out.
fn silence() -> io::Result<()> {
    let nowhere = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nowhere)?;
    rustix::stdio::dup2_stdout(&nowhere)?;
    rustix::stdio::dup2_stderr(&nowhere)?;
    Ok(())
}

fn send(
    mut channel: &File,
    message: &impl serde::Serialize,
    max: usize,
) -> Result<(), WorkerError> {
    let lost = |error: String| WorkerError::Channel(error);
    let frame = frame::encode(message, max).map_err(|error| lost(error.to_string()))?;
    channel.write_all(&frame).map_err(|error| lost(error.to_string()))
}

/// The message of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    (panic.downcast_ref::<&str>().map(ToString::to_string))
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}
