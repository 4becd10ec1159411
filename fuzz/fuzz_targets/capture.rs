//! A bounded stream, against one that keeps everything and is cut at the end.
#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use jupan_sandbox::{Captured, fuzzing::Stream};
use libfuzzer_sys::fuzz_target;

#[derive(Debug)]
struct Case {
    limit: usize,
    writes: Vec<Vec<u8>>,
}

impl<'a> Arbitrary<'a> for Case {
    fn arbitrary(input: &mut Unstructured<'a>) -> Result<Self> {
        let limit = input.int_in_range(0..=MAX_BYTES)?;
        let mut writes = Vec::new();
        while !input.is_empty() && writes.len() < MAX_WRITES {
            writes.push(match input.arbitrary::<u8>()? % 3 {
                0 => input.arbitrary::<&[u8]>()?.to_vec(),
                1 => input.arbitrary::<&str>()?.into(),
                _ => vec![input.arbitrary()?; input.int_in_range(0..=MAX_BYTES)?],
            });
        }
        Ok(Self { limit, writes })
    }
}

/// How often a case writes at most.
const MAX_WRITES: usize = 64;
/// The largest limit, and the longest run of one byte.
const MAX_BYTES: usize = 1 << 10;

fuzz_target!(|case: Case| {
    let limit = case.limit;
    let mut stream = Stream::new(limit);
    let mut all = Vec::new();
    for bytes in &case.writes {
        stream.write(bytes);
        all.extend_from_slice(bytes);
        assert_eq!(stream.written(), all.len() as u64);
    }

    let (head_max, tail_max) = (limit - limit / 2, limit / 2);
    let (head, rest) = all.split_at(all.len().min(head_max));
    let left_out = rest.len().saturating_sub(tail_max);
    let expected = Captured {
        head: head.to_vec(),
        tail: rest[left_out..].to_vec(),
        left_out: left_out as u64,
    };
    let captured = stream.finish();
    assert_eq!(captured, expected);
    text(&captured, &all);
});

/// The text is the stream, or its two ends and the number of bytes between them.
fn text(captured: &Captured, all: &[u8]) {
    let text = captured.to_text();
    if captured.left_out == 0 {
        assert_eq!(text, String::from_utf8_lossy(all));
        return;
    }
    let said = text
        .split("\n[... ")
        .skip(1)
        .filter_map(|rest| rest.split_once(" bytes left out ...]\n")?.0.parse::<u64>().ok())
        .any(|bytes| {
            // A cut within a character takes the rest of it along.
            (captured.left_out..=captured.left_out + 6).contains(&bytes)
        });
    assert!(said, "{text:?} does not say that {} bytes are missing", captured.left_out);
}
