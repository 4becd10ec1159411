//! The report of a guest that may be hostile, from its memory to the answer that a client gets.
//!
//! An input begins with the report's address and length, four bytes each; the rest is the
//! guest's memory.
#![no_main]
#![expect(clippy::expect_used, reason = "a target fails by panicking")]

use jupan_abi::{GuestReport, MAX_REPORT_BYTES, pack_location};
use jupan_fuzz::{BoundedAllocator, answer, bounded_allocator, tell_panics_without_bound};
use jupan_sandbox::{Captured, Limits, Program, SandboxError, fuzzing};
use libfuzzer_sys::fuzz_target;

#[global_allocator]
static ALLOCATOR: BoundedAllocator = bounded_allocator();

fuzz_target!(init: tell_panics_without_bound(&ALLOCATOR), |input: &[u8]| {
    let Some((location, memory)) = input.split_first_chunk::<8>() else { return };
    let [a, b, c, d, e, f, g, h] = *location;
    let (at, len) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
    // Where the length is 0, the report is all that there is, so that it can change its size.
    let len = if len == 0 { u32::try_from(memory.len()).unwrap_or(u32::MAX) } else { len };

    if let Ok(report) = GuestReport::decode(memory) {
        let bytes = report.encode().expect("a report that was read can be written");
        assert!(bytes.len() <= MAX_REPORT_BYTES, "the report has grown");
        assert_eq!(GuestReport::decode(&bytes), Ok(report), "the report changed on the way");
    }

    let limits = Limits { output_bytes: Limits::MIN_OUTPUT_BYTES, ..Limits::default() };
    match fuzzing::report(memory, pack_location(at, len), &limits) {
        Ok(Ok(mut outcome)) => {
            // Memory that is at hand anyway, for what is printed and for the program's text.
            let kept = memory.len().min(Limits::MIN_OUTPUT_BYTES as usize);
            outcome.stdout = Captured { head: memory[..kept].to_vec(), ..Captured::default() };
            let program = Program::new(String::from_utf8_lossy(memory));
            let _ = answer::checked(&program, &limits, outcome);
        }
        Ok(Err(SandboxError::Inputs(_))) => {}
        Ok(Err(error)) => panic!("a report became a fault of the host: {error}"),
        Err(reason) => assert!(reason.len() <= 200, "a long reason: {reason}"),
    }
});
