//! A bounded stream: the first and the last bytes are kept, the rest is counted.

use std::collections::VecDeque;

use crate::outcome::Captured;

/// Keeps at most `limit` bytes of what is written to it, half of them from the start and half
/// from the end.
#[derive(Debug)]
pub(crate) struct Capture {
    head: Vec<u8>,
    head_max: usize,
    tail: VecDeque<u8>,
    tail_max: usize,
    written: u64,
}

impl Capture {
    /// A stream of which at most `limit` bytes are kept.
    pub(crate) fn new(limit: usize) -> Self {
        let tail_max = limit / 2;
        Self {
            head: Vec::new(),
            head_max: limit - tail_max,
            tail: VecDeque::new(),
            tail_max,
            written: 0,
        }
    }

    /// Takes `bytes` in. Never allocates more than the limit.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.written = self.written.saturating_add(bytes.len() as u64);
        let (to_head, rest) = bytes.split_at(bytes.len().min(self.head_max - self.head.len()));
        self.head.extend_from_slice(to_head);
        let rest = &rest[rest.len().saturating_sub(self.tail_max)..];
        let overflow = (self.tail.len() + rest.len()).saturating_sub(self.tail_max);
        self.tail.drain(..overflow);
        self.tail.extend(rest);
    }

    /// Bytes written so far, kept or not.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// What was kept.
    pub(crate) fn finish(self) -> Captured {
        let kept = (self.head.len() + self.tail.len()) as u64;
        Captured { head: self.head, tail: self.tail.into(), left_out: self.written - kept }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same, kept whole and cut at the end.
    fn model(limit: usize, writes: &[Vec<u8>]) -> Captured {
        let all = writes.concat();
        let (head_max, tail_max) = (limit - limit / 2, limit / 2);
        let (head, rest) = all.split_at(all.len().min(head_max));
        let left_out = rest.len().saturating_sub(tail_max);
        Captured { head: head.to_vec(), tail: rest[left_out..].to_vec(), left_out: left_out as u64 }
    }

    proptest! {
        #[test]
        fn keeps_what_a_plain_vector_would(
            limit in 0_usize..40,
            writes in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..50), 0..20),
        ) {
            let mut capture = Capture::new(limit);
            for bytes in &writes {
                capture.write(bytes);
                prop_assert!(capture.head.len() + capture.tail.len() <= limit);
            }
            prop_assert_eq!(capture.written(), writes.concat().len() as u64);
            prop_assert_eq!(capture.finish(), model(limit, &writes));
        }
    }
}
