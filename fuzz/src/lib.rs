//! What the fuzz targets share.

#![expect(clippy::expect_used, reason = "a target fails by panicking")]

pub mod answer;
pub mod feedback;
pub mod python;

use std::{alloc::System, panic};

use cap::Cap;

/// An allocator that gives out no more than [`MAX_ALLOCATED_BYTES`] at a time. What asks for
/// more ends the process.
pub type BoundedAllocator = Cap<System>;

/// 16 MiB: more than a target that reads a few kilobytes has any use for.
pub const MAX_ALLOCATED_BYTES: usize = 16 << 20;

/// The allocator of a target that reads hostile bytes: whoever believes a length in them fails.
#[must_use]
pub const fn bounded_allocator() -> BoundedAllocator {
    Cap::new(System, MAX_ALLOCATED_BYTES)
}

/// Takes the bound off where a panic is told of: finding out where it came from takes more.
pub fn tell_panics_without_bound(allocator: &'static BoundedAllocator) {
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // There is no limit below what is in use, which is all that could be wrong with it.
        let _ = allocator.set_limit(usize::MAX);
        tell(info);
    }));
}
