//! What a program writes, told while it runs.

use std::{
    fmt, mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::Safeguard;

/// A stream of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OutputStream {
    /// stdout.
    Stdout,
    /// stderr.
    Stderr,
}

/// Takes in what a program writes, in pieces, while it runs: of each stream the first
/// `output_bytes`, which is all of it if nothing is left out of the outcome. It is called on the
/// thread of the run, or of its pool, and must not block. The outcome has the same bytes once more.
pub type OutputSink = Arc<dyn Fn(OutputStream, &[u8]) + Send + Sync>;

/// Enough to be told at once.
const PIECE_BYTES: usize = 8 << 10;
/// How long less than that is kept, so that a program that writes byte by byte is not told byte by
/// byte.
const PATIENCE: Duration = Duration::from_millis(10);

/// Tells a sink of what one run writes.
#[derive(Clone)]
pub(crate) struct Teller {
    shared: Arc<Mutex<Pending>>,
}

struct Pending {
    sink: OutputSink,
    /// What has not been told, all of one stream.
    bytes: Vec<u8>,
    stream: OutputStream,
    /// When the first of it was written.
    since: Instant,
    /// How much more of each stream may be told.
    left: Allowance,
}

/// How much more of each stream may be told.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance([u64; 2]);

impl Allowance {
    /// What a run may tell of whose streams so much is kept.
    pub(crate) fn new(output_bytes: u64) -> Self {
        let bytes = Safeguard::Pieces.unless_off(output_bytes, u64::MAX);
        Self([bytes; 2])
    }

    /// Takes up to `bytes` from what may be told of `stream`; gives how many those are.
    pub(crate) fn take(&mut self, stream: OutputStream, bytes: u64) -> u64 {
        let left = &mut self.0[match stream {
            OutputStream::Stdout => 0,
            OutputStream::Stderr => 1,
        }];
        let taken = bytes.min(*left);
        *left -= taken;
        taken
    }
}

impl Teller {
    /// Tells `sink`, of each stream at most `output_bytes`.
    pub(crate) fn new(sink: OutputSink, output_bytes: u64) -> Self {
        let pending = Pending {
            sink,
            bytes: Vec::new(),
            stream: OutputStream::Stdout,
            since: Instant::now(),
            left: Allowance::new(output_bytes),
        };
        Self { shared: Arc::new(Mutex::new(pending)) }
    }

    /// The program has written `bytes`.
    pub(crate) fn write(&self, stream: OutputStream, bytes: &[u8]) {
        let mut pending = self.lock();
        if pending.stream != stream {
            pending.flush();
            pending.stream = stream;
        }
        let taken = pending.left.take(stream, bytes.len() as u64);
        let taken = usize::try_from(taken).unwrap_or(usize::MAX).min(bytes.len());
        if pending.bytes.is_empty() {
            pending.since = Instant::now();
        }
        // A stream may be large, and is not kept here.
        for piece in bytes[..taken].chunks(PIECE_BYTES) {
            pending.bytes.extend_from_slice(piece);
            if pending.bytes.len() >= PIECE_BYTES {
                pending.flush();
            }
        }
    }

    /// Tells what has waited long enough.
    pub(crate) fn look(&self) {
        let mut pending = self.lock();
        if !pending.bytes.is_empty() && pending.since.elapsed() >= PATIENCE {
            pending.flush();
        }
    }

    /// Tells all there is.
    pub(crate) fn flush(&self) {
        self.lock().flush();
    }

    fn lock(&self) -> MutexGuard<'_, Pending> {
        // Nothing panics while it holds the lock but a sink, after which nothing is told.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pending {
    fn flush(&mut self) {
        if !self.bytes.is_empty() {
            let bytes = mem::take(&mut self.bytes);
            (self.sink)(self.stream, &bytes);
        }
    }
}

impl fmt::Debug for Teller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Teller").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use OutputStream::{Stderr, Stdout};

    type Told = Vec<(OutputStream, Vec<u8>)>;

    fn teller(output_bytes: u64) -> (Teller, Arc<Mutex<Told>>) {
        let told = Arc::new(Mutex::new(Told::new()));
        let telling = Arc::clone(&told);
        let sink = move |stream, bytes: &[u8]| {
            telling.lock().unwrap().push((stream, bytes.to_vec()));
        };
        (Teller::new(Arc::new(sink), output_bytes), told)
    }

    fn take(told: &Mutex<Told>) -> Told {
        mem::take(&mut told.lock().unwrap())
    }

    #[test]
    fn little_is_told_together_and_in_order() {
        let (teller, told) = teller(100);
        teller.write(Stdout, b"a");
        teller.write(Stdout, b"b");
        teller.write(Stderr, b"c");
        assert_eq!(take(&told), [(Stdout, b"ab".to_vec())]);
        teller.flush();
        teller.flush();
        assert_eq!(take(&told), [(Stderr, b"c".to_vec())]);
    }

    #[test]
    fn what_has_waited_is_told_at_a_look() {
        let (teller, told) = teller(100);
        teller.write(Stdout, b"a");
        teller.lock().since = Instant::now().checked_sub(PATIENCE).unwrap();
        teller.look();
        assert_eq!(take(&told), [(Stdout, b"a".to_vec())]);
    }

    #[test]
    fn no_more_is_told_of_a_stream_than_is_kept() {
        let (teller, told) = teller(3);
        teller.write(Stdout, b"ab");
        teller.write(Stdout, b"cd");
        teller.write(Stderr, b"efgh");
        teller.write(Stdout, b"i");
        teller.flush();
        assert_eq!(take(&told), [(Stdout, b"abc".to_vec()), (Stderr, b"efg".to_vec())]);
    }

    #[test]
    fn much_is_told_in_pieces() {
        let (teller, told) = teller(1 << 20);
        teller.write(Stdout, &[7; 3 * PIECE_BYTES + 1]);
        teller.flush();
        let lengths: Vec<usize> = take(&told).iter().map(|(_, bytes)| bytes.len()).collect();
        assert_eq!(lengths, [PIECE_BYTES, PIECE_BYTES, PIECE_BYTES, 1]);
    }
}
