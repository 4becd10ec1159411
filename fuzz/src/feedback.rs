//! What a run tells the fuzzer, which sees the host's code alone and nothing of what happens
//! inside a guest.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::atomic::{AtomicU8, Ordering},
};

use jupan_sandbox::Outcome;

const COUNTERS: usize = 4096;

/// libFuzzer takes what lies in this section for coverage, and sets it to zero before an input.
#[expect(unsafe_code, reason = "a section's name is all there is to it; the bytes are atomic")]
#[unsafe(link_section = "__libfuzzer_extra_counters")]
static COVERED: [AtomicU8; COUNTERS] = [const { AtomicU8::new(0) }; COUNTERS];

/// Has the fuzzer keep an input whose `outcome` is unlike those of the others: another
/// exception, another message, ten times the work.
pub fn cover(outcome: &Outcome) {
    mark(("fuel", outcome.usage.fuel.checked_ilog2()));
    mark(("memory", outcome.usage.memory_peak_bytes >> 20));
    mark(("stdout", outcome.stdout.head.len().checked_ilog2()));
    mark(("result", outcome.result.as_ref().map(|result| result.len().checked_ilog2())));
    if let Some(failure) = &outcome.failure {
        mark(("kind", failure.kind));
        mark(("type", &failure.type_name));
        // Names and numbers of the program's own would make every message a new one.
        let words = failure.message.split(['\'', '"', ' ']).step_by(2).take(3);
        mark(("message", words.collect::<String>()));
    }
}

fn mark(what: impl Hash) {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    if let Some(counter) = COVERED.get(hasher.finish() as usize % COUNTERS) {
        counter.store(1, Ordering::Relaxed);
    }
}
