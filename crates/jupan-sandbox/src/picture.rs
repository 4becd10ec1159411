//! Pictures that a program made.

use serde::{Deserialize, Serialize};

/// A picture that a program made. Everything in it comes from the program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Its media type, `image/png`.
    pub mime: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// What it shows, in words: the titles of its axes.
    pub alt: String,
    /// What is in the file.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

impl Picture {
    /// The most pictures of a run.
    pub const MAX_COUNT: usize = 8;
    /// The most bytes of a run's pictures together: 4 MiB.
    pub const MAX_BYTES: usize = 4 << 20;
    /// The most bytes that say what a picture shows: 1 KiB.
    pub const MAX_ALT_BYTES: usize = 1 << 10;
    /// The only media type there is.
    pub const MIME: &str = "image/png";
    /// The first bytes of every such file.
    pub const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

    /// Whether it may be a picture, as far as its first bytes and its description tell.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.mime == Self::MIME
            && self.alt.len() <= Self::MAX_ALT_BYTES
            && self.bytes.starts_with(Self::PNG)
    }
}

/// Whether a run can have made all of `pictures`.
pub(crate) fn are_possible(pictures: &[Picture]) -> bool {
    let bytes: usize = pictures.iter().map(|picture| picture.bytes.len()).sum();
    pictures.len() <= Picture::MAX_COUNT
        && bytes <= Picture::MAX_BYTES
        && pictures.iter().all(Picture::is_one)
}
