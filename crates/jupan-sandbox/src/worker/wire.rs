//! What pool and worker say to each other.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::lockdown::Lockdown;
use crate::{
    ImageInfo, ImageKind, ImageReason, Kept, LeftFiles, Limits, Outcome, OutputStream, Outputs,
    Picture, Program, Safeguard, SandboxError, SessionState, picture,
    run::MAX_HTML_BYTES,
    runner::limits_in,
    session::{PAGE_BYTES, StateHead},
    wasi::files,
};

/// The most bytes of a request: what the limits allow of source text, and inputs as large as
/// the largest request that a server takes.
pub(super) const MAX_REQUEST_BYTES: usize = Limits::MAX_SOURCE_BYTES as usize + (68 << 20);

/// The most bytes of a worker's first word. An image names a few hundred modules.
pub(super) const MAX_HELLO_BYTES: usize = 1 << 20;

/// The worker's first word, once it is locked down, or why it cannot work.
pub(super) type Hello = Result<Ready, String>;

/// A worker that can take requests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ready {
    /// The images that it has loaded, at least one.
    pub(super) images: Vec<ImageInfo>,
    /// The most memory that a run's limits may allow.
    pub(super) max_memory_bytes: u64,
    /// How far it has locked itself down.
    pub(super) lockdown: Lockdown,
}

/// What the pool asks for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request<'a> {
    /// A run.
    Run(Cow<'a, Program>, Box<Limits>, Box<Options<'a>>),
    /// An attempt to escape, by its place in the list of them.
    Escape(u32),
}

/// What a run has beside its program and limits.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Options<'a> {
    /// Whether its output is told in pieces before its answer.
    pub(super) tells: bool,
    /// Its session, if it has one. The contents of the state's pages follow.
    pub(super) session: Option<SessionHead<'a>>,
}

/// A [`SessionRun`](crate::SessionRun) without the contents of its state.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SessionHead<'a> {
    /// The rest of the state.
    pub(super) state: Option<Cow<'a, StateHead>>,
    /// The image of a first run.
    pub(super) image: Option<usize>,
    /// Bytes that the run may leave.
    pub(super) max_bytes: u64,
}

/// What the worker answers.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Reply {
    /// The run has ended. The contents of the state's pages follow, if it has left one.
    Finished(Box<Outcome>, Left),
    /// The guest refused the inputs.
    BadInputs(String),
    /// The run did not take place.
    Failed(String),
    /// The worker's own code panicked. It takes no more requests.
    Panicked(String),
    /// The run has written this. Its answer is still to come.
    Piece(OutputStream, #[serde(with = "serde_bytes")] Vec<u8>),
    /// What the system call of the attempt gave: a negative error number, or a success.
    Escape(i64),
}

/// A [`Kept`] without the contents of its state.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Left {
    State(StateHead),
    TooLarge { bytes: u64 },
    Nothing,
}

impl Left {
    /// What stands for `kept`.
    pub(super) fn of(kept: &Kept) -> Self {
        match kept {
            Kept::State(state) => Self::State(state.head().clone()),
            Kept::TooLarge { bytes } => Self::TooLarge { bytes: *bytes },
            Kept::Nothing => Self::Nothing,
        }
    }

    /// How many bytes of pages follow.
    pub(super) fn contents_bytes(&self) -> usize {
        match self {
            Self::State(head) => head.contents_bytes(),
            Self::TooLarge { .. } | Self::Nothing => 0,
        }
    }

    /// What it stands for, with the pages that followed.
    pub(super) fn with(self, contents: Vec<u8>) -> Kept {
        match self {
            Self::State(head) => Kept::State(SessionState::new(head, contents)),
            Self::TooLarge { bytes } => Kept::TooLarge { bytes },
            Self::Nothing => Kept::Nothing,
        }
    }
}

impl From<SandboxError> for Reply {
    fn from(error: SandboxError) -> Self {
        match error {
            SandboxError::Inputs(message) => Self::BadInputs(message),
            SandboxError::Engine(message) => Self::Failed(message),
            // The pool checks these before it asks, and gives up runs itself.
            error @ (SandboxError::Limit(_)
            | SandboxError::NoImage { .. }
            | SandboxError::SourceTooLarge { .. }
            | SandboxError::State(_)
            | SandboxError::File { .. }
            | SandboxError::Outputs(_)
            | SandboxError::Cancelled) => Self::Failed(error.to_string()),
        }
    }
}

/// The most bytes of an answer to a run under `limits`: two streams, the files that `outputs` ask
/// for, the pictures and the HTML that one of `images` can make, the report's own cap for result and failure,
/// room for the numbers, and if the run may leave `left_bytes` in a session, a number for each page
/// of those, of five bytes at most.
pub(super) fn max_reply_bytes(
    limits: &Limits,
    outputs: &Outputs,
    images: &[ImageInfo],
    left_bytes: u64,
) -> usize {
    let pictures = match images.iter().any(|image| image.kind == ImageKind::Cpython) {
        true => {
            let heads = Picture::MAX_COUNT * (Picture::MAX_ALT_BYTES + 64);
            Picture::MAX_BYTES + heads + MAX_HTML_BYTES
        }
        false => 0,
    };
    let pages = usize::try_from(left_bytes).unwrap_or(usize::MAX) / PAGE_BYTES;
    let streams = usize::try_from(limits.output_bytes).unwrap_or(usize::MAX).saturating_mul(2);
    let streams = streams.saturating_add(jupan_abi::MAX_REPORT_BYTES + (64 << 10) + pictures);
    let streams = streams.saturating_add(pages.saturating_mul(5));
    if *outputs == Outputs::None {
        return streams;
    }
    let files = usize::try_from(limits.returned_bytes).unwrap_or(usize::MAX);
    // Each may stand there as given back, and another as left out.
    let names = 2 * files::MAX_FILES * (files::MAX_NAME_BYTES + 64);
    streams.saturating_add(files).saturating_add(names)
}

/// What is wrong with what a run is said to have left, if anything, after an `outcome` that can
/// be. In a session it may leave `max_bytes`.
pub(super) fn contradiction_in(
    left: &Left,
    outcome: &Outcome,
    limits: &Limits,
    images: &[ImageInfo],
    max_bytes: Option<u64>,
) -> Option<&'static str> {
    if Safeguard::AnswerContent.is_off() {
        return None;
    }
    let Some(max_bytes) = max_bytes else {
        return (*left != Left::Nothing).then_some("a state without a session");
    };
    match left {
        Left::State(head) if head.image != outcome.image => Some("a state of another image"),
        Left::State(head) if head.contents_bytes() as u64 > max_bytes => {
            Some("a state that is larger than allowed")
        }
        Left::State(head) => {
            let start_bytes = images.get(head.image).map_or(0, |image| image.memory_bytes);
            let limits = limits_in(images, head.image, limits);
            let fits = head.check(start_bytes, limits.memory_bytes).is_ok();
            (!fits).then_some("a state that does not fit its image")
        }
        Left::TooLarge { bytes } if *bytes <= max_bytes => Some("too little for too much"),
        Left::TooLarge { .. } | Left::Nothing => None,
    }
}

/// What is wrong with an outcome that no run under `limits` in one of `images` can have, if
/// anything. The worker may be in a guest's hands.
pub(super) fn contradiction(
    outcome: &Outcome,
    limits: &Limits,
    images: &[ImageInfo],
) -> Option<&'static str> {
    if Safeguard::AnswerContent.is_off() {
        return None;
    }
    if outcome.image >= images.len() {
        return Some("an image that there is not");
    }
    if let ImageReason::Imports(packages) = &outcome.reason {
        let has = &images[outcome.image].packages;
        if packages.len() > has.len() || packages.iter().any(|package| !has.contains(package)) {
            return Some("packages that its image does not have");
        }
    }
    let limits = limits_in(images, outcome.image, limits);
    let kept = |stream: &crate::Captured| (stream.head.len() + stream.tail.len()) as u64;
    if kept(&outcome.stdout).max(kept(&outcome.stderr)) > limits.output_bytes {
        return Some("more output than the limit allows");
    }
    if outcome.usage.fuel > limits.fuel {
        return Some("more instructions than the limit allows");
    }
    if outcome.usage.memory_peak_bytes > limits.memory_bytes {
        return Some("more memory than the limit allows");
    }
    let LeftFiles { files, left_out, .. } = &outcome.files;
    let returned: u64 =
        files.iter().map(|file| (file.name.len() + file.bytes.get().len()) as u64).sum();
    if returned > limits.returned_bytes || files.len().max(left_out.len()) > files::MAX_FILES {
        return Some("more files than the limit allows");
    }
    if !picture::are_possible(&outcome.pictures) {
        return Some("pictures that cannot be");
    }
    if outcome.html.as_ref().is_some_and(|html| html.len() > MAX_HTML_BYTES) {
        return Some("more HTML than is allowed");
    }
    match &outcome.failure {
        Some(_) if outcome.result.is_some() => Some("a failure and a result"),
        Some(failure) if failure.type_name.is_empty() => Some("a failure without a type"),
        Some(failure) if failure.line == Some(0) => Some("a failure before the first line"),
        Some(_) | None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Captured, ErrorKind, Failure, LeftFile, SharedBytes, Usage};

    fn outcome() -> Outcome {
        Outcome {
            stdout: Captured { head: vec![0; 40_000], tail: vec![1; 25_536], left_out: 7 },
            failure: Some(Failure { line: Some(1), ..Failure::new(ErrorKind::Exception, "E", "") }),
            usage: Usage { fuel: 1, memory_peak_bytes: 1, ..Usage::default() },
            ..Outcome::default()
        }
    }

    fn file(bytes: usize) -> LeftFile {
        LeftFile { name: "name".to_owned(), bytes: SharedBytes::new(vec![0; bytes]) }
    }

    /// Two images, the second of which takes 10 bytes more at its start.
    fn images() -> Vec<ImageInfo> {
        let image = |memory_bytes| ImageInfo {
            name: "image".to_owned(),
            version: "1".to_owned(),
            python_version: "none".to_owned(),
            memory_bytes,
            ..ImageInfo::default()
        };
        vec![image(5), image(15)]
    }

    #[test]
    fn an_outcome_within_the_limits_is_believed() {
        assert_eq!(contradiction(&outcome(), &Limits::default(), &images()), None);
    }

    #[test]
    fn an_outcome_that_cannot_be_is_not_believed() {
        let told = |change: fn(&mut Outcome)| {
            let mut outcome = outcome();
            change(&mut outcome);
            contradiction(&outcome, &Limits::default(), &images())
        };
        fn failure(outcome: &mut Outcome) -> &mut Failure {
            outcome.failure.as_mut().unwrap()
        }
        assert_eq!(told(|o| o.stdout.tail.push(0)), Some("more output than the limit allows"));
        assert_eq!(
            told(|o| o.stderr.head = vec![0; 65_537]),
            Some("more output than the limit allows")
        );
        assert_eq!(
            told(|o| o.usage.fuel = u64::MAX),
            Some("more instructions than the limit allows")
        );
        assert_eq!(
            told(|o| o.usage.memory_peak_bytes = u64::MAX),
            Some("more memory than the limit allows")
        );
        assert_eq!(
            told(|o| o.files.files = vec![file(Limits::DEFAULT_RETURNED_BYTES as usize - 3)]),
            Some("more files than the limit allows")
        );
        assert_eq!(
            told(|o| o.files.files = vec![file(0); 101]),
            Some("more files than the limit allows")
        );
        assert_eq!(told(|o| o.image = 2), Some("an image that there is not"));
        let memory = |image, more| {
            let mut outcome = Outcome { image, ..outcome() };
            outcome.usage.memory_peak_bytes = Limits::DEFAULT_MEMORY_BYTES + more;
            contradiction(&outcome, &Limits::default(), &images())
        };
        assert_eq!(memory(1, 10), None);
        assert_eq!(memory(1, 11), Some("more memory than the limit allows"));
        assert_eq!(memory(0, 1), Some("more memory than the limit allows"));
        assert_eq!(told(|o| o.result = Some(String::new())), Some("a failure and a result"));
        assert_eq!(told(|o| failure(o).type_name.clear()), Some("a failure without a type"));
        assert_eq!(told(|o| failure(o).line = Some(0)), Some("a failure before the first line"));
    }
}
