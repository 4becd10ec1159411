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
    wire::{self, Hello, Left, Ready, Reply, Request, SessionHead, max_left_bytes},
};
use crate::{
    CheckedImage, ImageInfo, Kept, Limits, Outcome, OutputSink, Program, Safeguard, SandboxError,
    SessionRun, SessionState, tell::Allowance,
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

/// How many bytes follow `reply`, which has to be one that can be.
fn following(
    reply: &Reply,
    limits: &Limits,
    images: &[ImageInfo],
    max_bytes: u64,
) -> Result<usize, FrameError> {
    let Reply::FinishedInSession(outcome, left) = reply else { return Ok(0) };
    let wrong = wire::contradiction(outcome, limits, images)
        .or_else(|| wire::contradiction_in(left, outcome, limits, images, max_bytes));
    match (wrong, left) {
        (Some(what), _) => Err(FrameError::Refused(what)),
        (None, Left::State(head)) => Ok(head.contents_bytes()),
        (None, Left::TooLarge { .. } | Left::Nothing) => Ok(0),
    }
}

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

    /// Runs `program`, which is checked, in one of `images`, and waits for the answer until
    /// `grace` after the time limit. If there is a `sink`, it is told what the program writes.
    ///
    /// # Errors
    ///
    /// When the worker is lost, and the run with it. What becomes of a run that did not take
    /// place is within the result.
    pub(super) fn run(
        &mut self,
        program: &Program,
        limits: &Limits,
        images: &[ImageInfo],
        grace: Duration,
        sink: Option<&OutputSink>,
    ) -> Result<Result<Outcome, SandboxError>, Loss> {
        let request = match sink {
            None => Request::Run(Cow::Borrowed(program), *limits),
            Some(_) => Request::Tell(Cow::Borrowed(program), *limits),
        };
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
        let patience = Safeguard::Answer.unless_off(limits.wall + grace, FOR_EVER);
        let max = Safeguard::AnswerFrame
            .unless_off(wire::max_reply_bytes(limits, &program.outputs), usize::MAX);
        let deadline = Instant::now() + patience;
        let sent = self.channel.send(&request, deadline);
        sent.map_err(|error| self.loss(error))?;
        let mut allowance = Allowance::new(limits.output_bytes);
        let reply = loop {
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
                (reply, _) => break reply,
            }
        };
        let quiet = self.channel.must_be_quiet();
        quiet.map_err(|error| self.loss(error))?;
        match reply {
            Reply::Finished(outcome) => match wire::contradiction(&outcome, limits, images) {
                None => Ok(Ok(*outcome)),
                Some(what) => Err(Loss::Invalid(what.to_owned())),
            },
            Reply::BadInputs(message) => Ok(Err(SandboxError::Inputs(message))),
            Reply::Failed(message) => Ok(Err(SandboxError::Engine(message))),
            Reply::Panicked(message) => Err(Loss::Panicked(message)),
            Reply::FinishedInSession(..) | Reply::Piece(..) | Reply::Escape(_) => {
                Err(Loss::Invalid("an answer to another question".to_owned()))
            }
        }
    }

    /// As [`Worker::run`], in `session`, which is checked: its state goes there and another one
    /// comes back, for which there is time as well.
    ///
    /// # Errors
    ///
    /// As [`Worker::run`].
    pub(super) fn run_in_session(
        &mut self,
        program: &Program,
        limits: &Limits,
        session: &SessionRun,
        images: &[ImageInfo],
        grace: Duration,
    ) -> Result<Result<(Outcome, Kept), SandboxError>, Loss> {
        let state = session.state.as_ref();
        let head = SessionHead {
            state: state.map(|state| Cow::Borrowed(state.head())),
            image: session.image,
            max_bytes: session.max_bytes,
        };
        let request = Request::RunInSession(Cow::Borrowed(program), *limits, head);
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
        let bytes = session.max_bytes.saturating_add(contents.len() as u64);
        let patience = limits.wall + grace + Duration::from_secs(bytes / BYTES_PER_SECOND);
        let deadline = Instant::now() + Safeguard::Answer.unless_off(patience, FOR_EVER);
        let max = wire::max_reply_bytes(limits, &program.outputs)
            .saturating_add(max_left_bytes(session.max_bytes));
        let max = Safeguard::AnswerFrame.unless_off(max, usize::MAX);
        let exchange = (self.channel.send(&request, deadline))
            .and_then(|()| self.channel.send(contents, deadline))
            .and_then(|()| {
                self.channel.receive_with(max, deadline, |reply| {
                    following(reply, limits, images, session.max_bytes)
                })
            });
        match exchange.map_err(|error| self.loss(error))? {
            (Reply::FinishedInSession(outcome, left), contents) => {
                let kept = match left {
                    Left::State(head) => Kept::State(SessionState::new(head, contents)),
                    Left::TooLarge { bytes } => Kept::TooLarge { bytes },
                    Left::Nothing => Kept::Nothing,
                };
                Ok(Ok((*outcome, kept)))
            }
            (Reply::BadInputs(message), _) => Ok(Err(SandboxError::Inputs(message))),
            (Reply::Failed(message), _) => Ok(Err(SandboxError::Engine(message))),
            (Reply::Panicked(message), _) => Err(Loss::Panicked(message)),
            (Reply::Finished(_) | Reply::Piece(..) | Reply::Escape(_), _) => {
                Err(Loss::Invalid("an answer to another question".to_owned()))
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
            FrameError::Io(_)
            | FrameError::TooLong { .. }
            | FrameError::Refused(_)
            | FrameError::Malformed(_) => Loss::Invalid(error.to_string()),
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
mod tests {
    use std::{
        io::{Read as _, Write as _},
        thread,
    };

    use super::*;
    use crate::{Captured, LeftFiles, Usage};

    /// Runs a program in a worker that reads the request and then does as `hostile` says with
    /// its end of the channel. The process behind it only waits.
    fn run(hostile: impl FnOnce(UnixStream) + Send + 'static) -> Result<Outcome, Loss> {
        run_telling(hostile, None)
    }

    /// The same, with what is told on the way.
    fn run_telling(
        hostile: impl FnOnce(UnixStream) + Send + 'static,
        sink: Option<&OutputSink>,
    ) -> Result<Outcome, Loss> {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let process = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let mut worker = Worker { process, channel: Channel::new(ours), runs: 0 };
        let playing = thread::spawn(move || {
            let mut length = [0; 4];
            (&theirs).read_exact(&mut length).unwrap();
            let mut request = vec![0; u32::from_le_bytes(length) as usize];
            (&theirs).read_exact(&mut request).unwrap();
            hostile(theirs);
        });
        let limits = Limits { wall: Duration::from_millis(10), ..Limits::default() };
        let grace = Duration::from_millis(20);
        let result = worker.run(&Program::new("x"), &limits, &[image()], grace, sink);
        drop(worker);
        playing.join().unwrap();
        result.map(Result::unwrap)
    }

    fn image() -> ImageInfo {
        ImageInfo {
            name: "image".to_owned(),
            version: "1".to_owned(),
            python_version: "none".to_owned(),
            ..ImageInfo::default()
        }
    }

    fn answers(reply: &Reply) -> Result<Outcome, Loss> {
        let frame = frame::encode(reply, 1 << 20).unwrap();
        run(move |channel| (&channel).write_all(&frame).unwrap())
    }

    fn invalid(what: &str) -> Result<Outcome, Loss> {
        Err(Loss::Invalid(what.to_owned()))
    }

    #[test]
    fn an_honest_answer_is_the_outcome() {
        let outcome = Outcome {
            stdout: Captured { head: b"42\n".to_vec(), ..Captured::default() },
            stderr: Captured::default(),
            result: Some("é".to_owned()),
            failure: None,
            usage: Usage { fuel: 7, ..Usage::default() },
            files: LeftFiles::default(),
            is_repeatable: false,
            image: 0,
        };
        assert_eq!(answers(&Reply::Finished(Box::new(outcome.clone()))), Ok(outcome));
    }

    #[test]
    fn answers_that_cannot_be_are_the_end_of_the_worker() {
        let outcome = Outcome {
            stdout: Captured { head: vec![0; 65_537], ..Captured::default() },
            stderr: Captured::default(),
            result: None,
            failure: None,
            usage: Usage::default(),
            files: LeftFiles::default(),
            is_repeatable: false,
            image: 0,
        };
        assert_eq!(
            answers(&Reply::Finished(Box::new(outcome))),
            invalid("more output than the limit allows")
        );
        assert_eq!(answers(&Reply::Escape(0)), invalid("an answer to another question"));
        assert_eq!(
            answers(&Reply::Panicked("at line 1".to_owned())),
            Err(Loss::Panicked("at line 1".to_owned()))
        );
        assert_eq!(
            run(|channel| (&channel).write_all(&[0xff; 4]).unwrap()),
            invalid("a message of 4294967295 bytes is longer than 1245184 bytes")
        );
        assert_eq!(
            run(|channel| (&channel).write_all(&[1, 0, 0, 0, 99]).unwrap()),
            invalid("a message is not valid: Serde Deserialization Error")
        );
    }

    /// What the pool makes of an answer, with `contents` after it, to a run in a session that may
    /// leave two pages.
    fn answers_in_session(reply: &Reply, contents: Vec<u8>) -> Result<Kept, Loss> {
        let frame = frame::encode(reply, 1 << 20).unwrap();
        let (ours, theirs) = UnixStream::pair().unwrap();
        let process = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let mut worker = Worker { process, channel: Channel::new(ours), runs: 0 };
        let playing = thread::spawn(move || {
            (&theirs).read_exact(&mut [0; 4]).unwrap();
            (&theirs).write_all(&frame).unwrap();
            (&theirs).write_all(&contents).unwrap();
        });
        let limits = Limits { wall: Duration::from_secs(10), ..Limits::default() };
        let session = SessionRun { state: None, image: None, max_bytes: 8192 };
        let grace = Duration::from_secs(10);
        let result =
            worker.run_in_session(&Program::new("x"), &limits, &session, &[image()], grace);
        drop(worker);
        playing.join().unwrap();
        result.map(|result| result.unwrap().1)
    }

    #[test]
    fn a_state_that_cannot_be_is_the_end_of_the_worker() {
        use crate::session::StateHead;

        let outcome = || Outcome {
            stdout: Captured::default(),
            stderr: Captured::default(),
            result: None,
            failure: None,
            usage: Usage::default(),
            files: LeftFiles::default(),
            is_repeatable: false,
            image: 0,
        };
        let head = |image, pages: &[u32]| StateHead {
            image,
            image_id: [0; 32],
            memory_bytes: 65_536,
            clock: Duration::ZERO,
            pages: pages.to_vec(),
        };
        let told = |left, bytes| {
            answers_in_session(&Reply::FinishedInSession(Box::new(outcome()), left), vec![7; bytes])
        };
        let invalid = |what: &str| Err(Loss::Invalid(what.to_owned()));
        let good = SessionState::new(head(0, &[3, 5]), vec![7; 8192]);
        assert_eq!(told(Left::State(head(0, &[3, 5])), 8192), Ok(Kept::State(good)));
        assert_eq!(told(Left::Nothing, 0), Ok(Kept::Nothing));
        assert_eq!(told(Left::TooLarge { bytes: 8193 }, 0), Ok(Kept::TooLarge { bytes: 8193 }));

        let left = Left::State(head(1, &[3]));
        assert_eq!(told(left, 4096), invalid("a state of another image"));
        let left = Left::State(head(0, &[3, 4, 5]));
        assert_eq!(told(left, 3 * 4096), invalid("a state that is larger than allowed"));
        for pages in [[5, 3], [3, 3]] {
            assert_eq!(
                told(Left::State(head(0, &pages)), 8192),
                invalid("a state that does not fit its image")
            );
        }
        assert_eq!(
            told(Left::State(head(0, &[16])), 4096),
            invalid("a state that does not fit its image")
        );
        assert_eq!(told(Left::TooLarge { bytes: 8192 }, 0), invalid("too little for too much"));
        // More than was announced.
        assert_eq!(
            told(Left::State(head(0, &[3])), 4097),
            invalid("a message is not valid: The original data was not well encoded")
        );
        assert!(matches!(told(Left::State(head(0, &[3])), 4095), Err(Loss::Ended(_))));
        assert_eq!(
            answers_in_session(&Reply::Finished(Box::new(outcome())), Vec::new()),
            invalid("an answer to another question")
        );
        assert_eq!(
            answers(&Reply::FinishedInSession(Box::new(outcome()), Left::Nothing)),
            Err(Loss::Invalid("an answer to another question".to_owned()))
        );
    }

    #[test]
    fn pieces_are_told_up_to_the_limit_and_only_to_who_asked() {
        use std::sync::Mutex;

        use crate::OutputStream::{Stderr, Stdout};

        let told = Arc::new(Mutex::new(Vec::new()));
        let telling = Arc::clone(&told);
        let sink: OutputSink =
            Arc::new(move |stream, bytes| telling.lock().unwrap().push((stream, bytes.to_vec())));
        let say = |replies: Vec<Reply>, sink: Option<&OutputSink>| {
            let frames: Vec<u8> =
                replies.iter().flat_map(|reply| frame::encode(reply, 1 << 20).unwrap()).collect();
            let result = run_telling(move |channel| (&channel).write_all(&frames).unwrap(), sink);
            (result.map(|outcome| outcome.result), std::mem::take(&mut *told.lock().unwrap()))
        };
        let piece = |stream, bytes: &[u8]| Reply::Piece(stream, bytes.to_vec());
        let end = || {
            Reply::Finished(Box::new(Outcome {
                stdout: Captured::default(),
                stderr: Captured::default(),
                result: Some("7".to_owned()),
                failure: None,
                usage: Usage::default(),
                files: LeftFiles::default(),
                is_repeatable: false,
                image: 0,
            }))
        };
        assert_eq!(
            say(vec![piece(Stdout, b"a"), piece(Stderr, b"b"), end()], Some(&sink)),
            (Ok(Some("7".to_owned())), vec![(Stdout, b"a".to_vec()), (Stderr, b"b".to_vec())])
        );
        let too_much = Loss::Invalid("more output than the limit allows".to_owned());
        let whole = piece(Stdout, &[1; 65_536]);
        let (result, pieces) = say(vec![whole, piece(Stdout, b"a"), end()], Some(&sink));
        assert_eq!((result, pieces.len()), (Err(too_much.clone()), 1));
        assert_eq!(say(vec![piece(Stdout, b"")], Some(&sink)), (Err(too_much), vec![]));
        let (result, pieces) = say(vec![piece(Stdout, b"a")], None);
        let other = Loss::Invalid("an answer to another question".to_owned());
        assert_eq!((result, pieces), (Err(other), vec![]));
        // After the answer there is nothing to say.
        assert!(matches!(say(vec![end(), end()], Some(&sink)).0, Err(Loss::Invalid(_))));
    }

    #[test]
    fn a_worker_that_hangs_up_is_killed() {
        use std::os::unix::process::ExitStatusExt as _;

        let killed = Err(Loss::Ended(Some(ExitStatus::from_raw(9))));
        assert_eq!(run(drop), killed);
        assert_eq!(run(|channel| (&channel).write_all(&[100, 0, 0, 0, 0]).unwrap()), killed);
    }

    /// A worker that was started a while ago, and the other end of its channel.
    fn starting(begun: Instant) -> (StartingWorker, UnixStream) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let process = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let worker = Worker { process, channel: Channel::new(ours), runs: 0 };
        (StartingWorker { worker, begun }, theirs)
    }

    #[test]
    fn a_worker_that_takes_too_long_to_start_is_given_up() {
        let begun = Instant::now().checked_sub(START_TIMEOUT).unwrap();
        let (mut starting, _theirs) = starting(begun);
        assert!(starting.has_something(Duration::from_millis(1)));
        let error = starting.ready().unwrap_err().to_string();
        assert_eq!(error, "a worker did not get ready: its process did not answer in time");
    }

    #[test]
    fn a_first_word_that_is_too_long_is_not_listened_to() {
        let (starting, theirs) = starting(Instant::now());
        (&theirs).write_all(&0x0010_0001_u32.to_le_bytes()).unwrap();
        drop(theirs);
        assert_eq!(
            starting.ready().unwrap_err().to_string(),
            "a worker did not get ready: its process gave an invalid answer \
             (a message of 1048577 bytes is longer than 1048576 bytes)"
        );
    }

    #[test]
    fn a_worker_that_says_nothing_is_not_waited_for() {
        let started = Instant::now();
        let hold = |channel: UnixStream| {
            // Until the pool hangs up.
            assert_eq!((&channel).read(&mut [0]).unwrap(), 0);
        };
        assert_eq!(run(hold), Err(Loss::Silent));
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    }
}
