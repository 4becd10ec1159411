//! What the pool makes of what a worker answers.

use std::{
    io::{Read as _, Write as _},
    thread,
};

use super::{super::wire::Left, *};
use crate::{Captured, SessionRun, Usage};

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
    let options = RunOptions { sink, ..RunOptions::default() };
    let result = worker.run(&Program::new("x"), &limits, options, &[image()], grace);
    drop(worker);
    playing.join().unwrap();
    result.map(|result| result.unwrap().0)
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
        result: Some("é".to_owned()),
        usage: Usage { fuel: 7, ..Usage::default() },
        ..Outcome::default()
    };
    assert_eq!(answers(&Reply::Finished(Box::new(outcome.clone()), Left::Nothing)), Ok(outcome));
}

#[test]
fn answers_that_cannot_be_are_the_end_of_the_worker() {
    let outcome = Outcome {
        stdout: Captured { head: vec![0; 65_537], ..Captured::default() },
        ..Outcome::default()
    };
    assert_eq!(
        answers(&Reply::Finished(Box::new(outcome), Left::Nothing)),
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
    let options = RunOptions { session: Some(&session), ..RunOptions::default() };
    let result = worker.run(&Program::new("x"), &limits, options, &[image()], grace);
    drop(worker);
    playing.join().unwrap();
    result.map(|result| result.unwrap().1)
}

#[test]
fn a_state_that_cannot_be_is_the_end_of_the_worker() {
    use crate::session::StateHead;

    let outcome = || Outcome { ..Outcome::default() };
    let head = |image, pages: &[u32]| StateHead {
        image,
        image_id: [0; 32],
        memory_bytes: 65_536,
        clock: Duration::ZERO,
        pages: pages.to_vec(),
    };
    let told = |left, bytes| {
        answers_in_session(&Reply::Finished(Box::new(outcome()), left), vec![7; bytes])
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
        answers(&Reply::Finished(Box::new(outcome()), Left::TooLarge { bytes: 1 })),
        Err(Loss::Invalid("a state without a session".to_owned()))
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
        Reply::Finished(
            Box::new(Outcome { result: Some("7".to_owned()), ..Outcome::default() }),
            Left::Nothing,
        )
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
