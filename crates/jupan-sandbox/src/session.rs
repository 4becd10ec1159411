//! Sessions: what is left of a run for the next one.
//!
//! Nothing lives between two runs of a session but bytes: the pages of the guest's memory that
//! differ from those of its image. A later run takes a fresh instance like any other, has the
//! pages copied into it, and goes on from there. The bytes are hostile, since a program has made
//! them: they are only ever copied into the memory of a guest, and only after
//! [`SessionState::check`].

use std::{fmt, sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{ImageInfo, LimitError, Limits, Safeguard, SandboxError, runner};

/// Pages are compared and kept in this size, whatever that of the operating system.
pub(crate) const PAGE_BYTES: usize = 4 << 10;

/// Linear memory grows in this size.
const GROWTH_BYTES: u64 = 64 << 10;

/// What a run is to its session.
#[derive(Debug, Clone)]
pub struct SessionRun {
    /// What the run before it has left; `None` for the first.
    pub state: Option<SessionState>,
    /// Place of the image in [`Runner::images`](crate::Runner::images) that a first run takes;
    /// `None` has what the program imports decide, as in a run without a session. A later run
    /// takes the image of the first.
    pub image: Option<usize>,
    /// Bytes that the run may leave, at most [`SessionState::MAX_BYTES`].
    pub max_bytes: u64,
}

/// What a run has left for the next one of its session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// The next run can go on from here.
    State(SessionState),
    /// More than [`SessionRun::max_bytes`].
    TooLarge {
        /// So many bytes.
        bytes: u64,
    },
    /// The run was ended in mid-program, and the interpreter with it.
    Nothing,
}

/// What a session has between two runs. Cheap to clone; the clones share the bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionState {
    parts: Arc<StateParts>,
}

/// The parts of a [`SessionState`], of which none is believed.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateParts {
    pub head: StateHead,
    /// The contents of the pages, one after another.
    pub contents: Vec<u8>,
}

/// What a state is, without its pages.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateHead {
    /// Place of the image in [`Runner::images`](crate::Runner::images).
    pub image: usize,
    /// What tells the image from every other.
    pub image_id: [u8; 32],
    /// Bytes of linear memory.
    pub memory_bytes: u64,
    /// What the guest's monotonic clock has come to.
    pub clock: Duration,
    /// Numbers of the pages that differ from the image's, ascending.
    pub pages: Vec<u32>,
}

impl StateHead {
    /// Bytes that the contents of its pages have.
    pub(crate) fn contents_bytes(&self) -> usize {
        self.pages.len().saturating_mul(PAGE_BYTES)
    }

    /// Whether its pages lie in a memory that has `start_bytes` at its start, and `memory_bytes`
    /// at most.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    pub(crate) fn check(&self, start_bytes: u64, memory_bytes: u64) -> Result<(), StateError> {
        let memory = start_bytes..=memory_bytes;
        if !memory.contains(&self.memory_bytes) || !self.memory_bytes.is_multiple_of(GROWTH_BYTES) {
            return Err(StateError::Memory {
                actual: self.memory_bytes,
                min: start_bytes,
                max: memory_bytes,
            });
        }
        if !self.pages.is_sorted_by(|a, b| a < b) {
            return Err(StateError::Order);
        }
        let pages = self.memory_bytes / PAGE_BYTES as u64;
        match self.pages.last() {
            Some(&page) if u64::from(page) >= pages => Err(StateError::Outside { page, pages }),
            Some(_) | None => Ok(()),
        }
    }
}

impl SessionState {
    /// The most bytes that a state may have: 256 MiB.
    pub const MAX_BYTES: u64 = 256 << 20;

    pub(crate) fn new(head: StateHead, contents: Vec<u8>) -> Self {
        Self { parts: Arc::new(StateParts { head, contents }) }
    }

    /// For tests: a state that nobody has left.
    #[doc(hidden)]
    #[must_use]
    pub fn from_parts(parts: StateParts) -> Self {
        Self { parts: Arc::new(parts) }
    }

    /// For tests: what it is made of.
    #[doc(hidden)]
    #[must_use]
    pub fn parts(&self) -> &StateParts {
        &self.parts
    }

    /// Bytes that it takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let parts = &*self.parts;
        (parts.contents.len() + size_of_val(&*parts.head.pages)) as u64
    }

    /// Place of its image in [`Runner::images`](crate::Runner::images).
    #[must_use]
    pub fn image(&self) -> usize {
        self.parts.head.image
    }

    pub(crate) fn head(&self) -> &StateHead {
        &self.parts.head
    }

    pub(crate) fn contents(&self) -> &[u8] {
        &self.parts.contents
    }

    /// Whether its pages can be put over the memory of a fresh instance of the image `image_id`,
    /// which has `start_bytes`, under a limit of `memory_bytes`.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    pub(crate) fn check(
        &self,
        image_id: &[u8; 32],
        start_bytes: u64,
        memory_bytes: u64,
    ) -> Result<(), StateError> {
        let StateParts { head, contents } = &*self.parts;
        if Safeguard::StateContent.is_off() {
            return Ok(());
        }
        if head.image_id != *image_id {
            return Err(StateError::OtherImage);
        }
        if contents.len() != head.contents_bytes() {
            return Err(StateError::Contents { bytes: contents.len(), pages: head.pages.len() });
        }
        head.check(start_bytes, memory_bytes)
    }
}

impl fmt::Debug for SessionState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionState")
            .field("image", &self.image())
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

/// A state that no run can go on from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// It belongs to another image.
    #[error("it was left by a run in another image")]
    OtherImage,
    /// Its memory is too small, too large, or no memory.
    #[error(
        "its memory has {actual} bytes; it must have between {min} and {max}, in whole pages of 65536"
    )]
    Memory {
        /// Its bytes.
        actual: u64,
        /// What the image has at its start.
        min: u64,
        /// The limit.
        max: u64,
    },
    /// Its contents are not those of its pages.
    #[error("it has {bytes} bytes for {pages} pages of {PAGE_BYTES}")]
    Contents {
        /// Bytes of all its pages.
        bytes: usize,
        /// Its pages.
        pages: usize,
    },
    /// Its pages are not in order, or one is there twice.
    #[error("its pages are not in order")]
    Order,
    /// One of its pages lies outside its memory.
    #[error("its page {page} lies outside its memory, which has {pages} pages")]
    Outside {
        /// The page.
        page: u32,
        /// Pages of its memory.
        pages: u64,
    },
    /// It is larger than any may be.
    #[error("it may have {bytes} bytes; {max} is the most that any may have")]
    TooLarge {
        /// Its bytes.
        bytes: u64,
        /// What it may have.
        max: u64,
    },
    /// A program of a session asks for an image.
    #[error("the first program of a session settles its image, so that none can ask for one")]
    Asked,
    /// Its image is of a kind that has no sessions.
    #[error("the image `{name}` has no sessions: each of its runs is on its own")]
    NoSessions {
        /// The image.
        name: String,
    },
    /// Its image is none of those that there are.
    #[error("it is for the image at place {image}, and there are {images}")]
    NoImage {
        /// The place.
        image: usize,
        /// How many images there are.
        images: usize,
    },
}

impl SessionRun {
    /// The image that the run starts in.
    pub(crate) fn place(&self) -> usize {
        match &self.state {
            Some(state) => state.image(),
            None => self.image.unwrap_or(0),
        }
    }

    /// Checks what can be checked without the image: `images` are what there is.
    ///
    /// # Errors
    ///
    /// When there is no such image, the bounds are outside theirs, or the state has more memory
    /// than `limits` allow.
    pub(crate) fn check(&self, images: &[ImageInfo], limits: &Limits) -> Result<(), SandboxError> {
        let place = self.place();
        if place >= images.len() {
            return Err(StateError::NoImage { image: place, images: images.len() }.into());
        }
        if !images[place].kind.has_sessions() {
            return Err(StateError::NoSessions { name: images[place].name.clone() }.into());
        }
        let max = Safeguard::StateSize.unless_off(SessionState::MAX_BYTES, u64::MAX);
        let bytes = self.state.as_ref().map_or(0, SessionState::bytes).max(self.max_bytes);
        if bytes > max {
            return Err(StateError::TooLarge { bytes, max }.into());
        }
        let allowed = runner::limits_in(images, place, limits).memory_bytes;
        let extra = allowed - limits.memory_bytes;
        match &self.state {
            Some(state) if state.head().memory_bytes > allowed => {
                Err(SandboxError::Limit(LimitError {
                    field: "memory_bytes",
                    value: limits.memory_bytes,
                    min: state.head().memory_bytes.saturating_sub(extra),
                    max: Limits::MAX_MEMORY_BYTES,
                }))
            }
            Some(_) | None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ImageKind;

    const START: u64 = 4 << 16;
    const LIMIT: u64 = 64 << 20;

    fn parts() -> StateParts {
        let head = StateHead {
            image: 0,
            image_id: [7; 32],
            memory_bytes: START,
            clock: Duration::ZERO,
            pages: vec![0, 63],
        };
        StateParts { head, contents: vec![1; 2 * PAGE_BYTES] }
    }

    /// What is said of a state after `change`.
    fn told(change: impl FnOnce(&mut StateParts)) -> Result<(), StateError> {
        let mut parts = parts();
        change(&mut parts);
        SessionState::from_parts(parts).check(&[7; 32], START, LIMIT)
    }

    #[test]
    fn a_session_in_an_image_that_has_none_is_refused() {
        let image = |kind| ImageInfo { name: "it".to_owned(), kind, ..ImageInfo::default() };
        let images = [image(ImageKind::Jupan), image(ImageKind::Cpython)];
        let check = |image| {
            let run = SessionRun { state: None, image, max_bytes: 1 << 20 };
            run.check(&images, &Limits::default()).map_err(|error| error.to_string())
        };
        assert_eq!(check(None), Ok(()));
        assert_eq!(check(Some(0)), Ok(()));
        assert_eq!(
            check(Some(1)).unwrap_err(),
            "the session cannot go on: the image `it` has no sessions: each of its runs is on its own"
        );
    }

    #[test]
    fn a_state_that_fits_is_good() {
        assert_eq!(told(|_| {}), Ok(()));
        assert_eq!(told(|parts| parts.head.memory_bytes = LIMIT), Ok(()));
        assert_eq!(
            told(|parts| {
                parts.head.pages.clear();
                parts.contents.clear();
            }),
            Ok(())
        );
    }

    #[test]
    fn a_state_that_does_not_fit_is_refused() {
        let memory = |actual| Err(StateError::Memory { actual, min: START, max: LIMIT });
        assert_eq!(told(|parts| parts.head.image_id[31] = 8), Err(StateError::OtherImage));
        for actual in [0, START - 1, START + 1, START - GROWTH_BYTES, LIMIT + GROWTH_BYTES] {
            assert_eq!(told(|parts| parts.head.memory_bytes = actual), memory(actual));
        }
        assert_eq!(
            told(|parts| parts.contents.truncate(PAGE_BYTES)),
            Err(StateError::Contents { bytes: PAGE_BYTES, pages: 2 })
        );
        assert_eq!(
            told(|parts| parts.contents.push(0)),
            Err(StateError::Contents { bytes: 2 * PAGE_BYTES + 1, pages: 2 })
        );
        for pages in [[1, 1], [63, 0]] {
            assert_eq!(told(|parts| parts.head.pages = pages.to_vec()), Err(StateError::Order));
        }
        for page in [64, u32::MAX] {
            assert_eq!(
                told(|parts| parts.head.pages[1] = page),
                Err(StateError::Outside { page, pages: 64 })
            );
        }
    }

    #[test]
    fn what_cannot_be_run_in_is_refused_before_it_is_tried() {
        let images = [ImageInfo::default()];
        let run = SessionRun { state: None, image: None, max_bytes: SessionState::MAX_BYTES };
        let told = |run: &SessionRun, limits: &Limits| {
            run.check(&images, limits).map_err(|error| error.to_string())
        };
        let limits = Limits::default();
        assert_eq!(told(&run, &limits), Ok(()));
        assert_eq!(
            told(&SessionRun { image: Some(1), ..run.clone() }, &limits),
            Err("the session cannot go on: it is for the image at place 1, and there are 1"
                .to_owned())
        );
        assert_eq!(
            told(&SessionRun { max_bytes: (256 << 20) + 1, ..run.clone() }, &limits),
            Err("the session cannot go on: it may have 268435457 bytes; 268435456 is the most \
                 that any may have"
                .to_owned())
        );
        let mut parts = parts();
        parts.head.memory_bytes = 65 << 20;
        let run = SessionRun { state: Some(SessionState::from_parts(parts)), ..run };
        assert_eq!(told(&run, &limits), Ok(()));
        assert_eq!(
            told(&run, &Limits { memory_bytes: 64 << 20, ..limits }),
            Err("limit out of range: memory_bytes is 67108864; it must be between 68157440 and \
                 2147483648"
                .to_owned())
        );
    }
}
