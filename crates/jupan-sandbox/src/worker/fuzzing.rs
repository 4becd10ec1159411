//! Entries for the fuzz targets.

use serde::{Serialize, de::DeserializeOwned};

use super::{
    frame,
    wire::{self, Hello, Left, MAX_HELLO_BYTES, MAX_REQUEST_BYTES, Reply, Request},
};
use crate::{ImageInfo, Limits, Outcome, Outputs};

/// Reads `bytes` as the frame of a worker's first word, of its answer to a run under `limits`,
/// and of a request to it. Gives the outcome that the pool would believe, if there is one.
///
/// # Panics
///
/// When a message that was read does not survive the way back: this is what is looked for.
pub fn frames(bytes: &[u8], limits: &Limits) -> Option<Outcome> {
    let _: Option<Hello> = there_and_back(bytes, MAX_HELLO_BYTES);
    let _: Option<Request<'static>> = there_and_back(bytes, MAX_REQUEST_BYTES);
    let images = [image("python", 50 << 20), image("python-sympy", 150 << 20)];
    match there_and_back(bytes, wire::max_reply_bytes(limits, &Outputs::All, &images, 1 << 20))? {
        Reply::Finished(outcome, left) => {
            let max_bytes = (left != Left::Nothing).then_some(1 << 20);
            let wrong = wire::contradiction(&outcome, limits, &images)
                .or_else(|| wire::contradiction_in(&left, &outcome, limits, &images, max_bytes));
            wrong.is_none().then_some(*outcome)
        }
        Reply::BadInputs(_)
        | Reply::Failed(_)
        | Reply::Panicked(_)
        | Reply::Piece(..)
        | Reply::Escape(_) => None,
    }
}

/// An image that a worker may have.
fn image(name: &str, memory_bytes: u64) -> ImageInfo {
    ImageInfo { name: name.to_owned(), memory_bytes, ..ImageInfo::default() }
}

/// Reads a message, writes it and reads that.
fn there_and_back<T: Serialize + DeserializeOwned>(mut bytes: &[u8], max: usize) -> Option<T> {
    let message: T = frame::read(&mut bytes, max).ok()?;
    let frame = frame::encode(&message, max).unwrap_or_else(|error| {
        panic!("a message that was read cannot be written: {error}");
    });
    let again: T = frame::read(&mut &*frame, max).unwrap_or_else(|error| {
        panic!("a message that was written cannot be read: {error}");
    });
    let same = frame::encode(&again, max).is_ok_and(|other| other == frame);
    assert!(same, "a message changed on the way");
    Some(message)
}
