//! A panic of the interpreter ends the run by a trap. What it had to say is left in memory,
//! where the host finds it, so that it does not mix with the program's stderr.

use std::{cell::RefCell, panic};

/// The most bytes that are kept of a panic's message.
const MAX_NOTE_BYTES: usize = 1000;

thread_local! {
    static NOTE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Has panics leave a note.
pub(crate) fn install_hook() {
    panic::set_hook(Box::new(|info| {
        let mut note = match info.payload_as_str() {
            Some(message) => message.to_owned(),
            None => "panic without a message".to_owned(),
        };
        note.truncate(note.floor_char_boundary(MAX_NOTE_BYTES));
        // A panic while a note is written leaves the first one.
        NOTE.with(|place| {
            if let Ok(mut place) = place.try_borrow_mut() {
                *place = note;
            }
        });
    }));
}

/// Gives `read` the note, which is empty if there was no panic.
pub(crate) fn note<T>(read: impl FnOnce(&[u8]) -> T) -> T {
    NOTE.with_borrow(|note| read(note.as_bytes()))
}
