//! What a worker sends, which a guest may have taken over: as bytes of the channel, up to the
//! answer that a client gets.
#![no_main]

use jupan_fuzz::{BoundedAllocator, answer, bounded_allocator, tell_panics_without_bound};
use jupan_sandbox::{Limits, Program, fuzzing};
use libfuzzer_sys::fuzz_target;

#[global_allocator]
static ALLOCATOR: BoundedAllocator = bounded_allocator();

fuzz_target!(init: tell_panics_without_bound(&ALLOCATOR), |bytes: &[u8]| {
    let limits = Limits { output_bytes: Limits::MIN_OUTPUT_BYTES, ..Limits::default() };
    if let Some(outcome) = fuzzing::frames(bytes, &limits) {
        let _ = answer::checked(&Program::new("print(6 * 7)"), &limits, outcome);
    }
});
