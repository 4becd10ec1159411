//! What belongs to one run: the data of its store.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use blake3::{Hasher, OutputReader};
use wasmtime::{Instance, Memory};

use super::{capture::Capture, end::RunEnd, kind::door::Door, memory::MemoryMeter};
use crate::{
    CancelToken, ImageKind, Limits, Safeguard, engine,
    tell::Teller,
    wasi::files::{FileSystem, GivenFile},
};

/// The host's side of a run.
pub(crate) struct RunState {
    /// What the guest wrote.
    pub(crate) stdout: Capture,
    /// What the guest wrote, file descriptor 2.
    pub(crate) stderr: Capture,
    /// A stream that has been written this often ends the run.
    pub(crate) flood_bytes: u64,
    /// Which of the file descriptors 0 to 2 the guest has closed.
    pub(crate) closed: [bool; 3],
    /// Whether the guest has asked what time it is.
    pub(crate) clock_was_read: bool,
    /// The files that the guest sees.
    pub(crate) files: FileSystem,
    /// What a guest of `CPython` calls the host for.
    pub(crate) door: Door,
    /// The meter on linear memory.
    pub(crate) memory_meter: MemoryMeter,
    /// The guest's memory, once it is instantiated.
    pub(crate) memory: Option<Memory>,
    /// The guest, once it is instantiated.
    pub(crate) instance: Option<Instance>,
    /// When the run started; the guest's monotonic clock counts from here.
    pub(crate) start: Instant,
    /// What that clock showed at the end of the session's run before.
    pub(crate) clock_base: Duration,
    /// When the run has to end.
    pub(crate) end: RunEnd,
    seed: Option<u64>,
    random: Option<OutputReader>,
}

impl RunState {
    /// The state of a run that starts now.
    pub(crate) fn new(limits: &Limits, seed: Option<u64>, cancel: CancelToken) -> Self {
        // Both are at most a few megabytes and gigabytes, checked by `Limits::validate`.
        let output = usize::try_from(limits.output_bytes).unwrap_or(usize::MAX);
        let memory = usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX);
        let output = Safeguard::Output.unless_off(output, usize::MAX);
        let memory = Safeguard::Memory.unless_off(memory, usize::MAX);
        let table = engine::table_elements(ImageKind::Jupan, usize::MAX);
        let flood_bytes = limits.output_bytes.saturating_mul(Limits::OUTPUT_FLOOD_FACTOR);
        let start = Instant::now();
        Self {
            stdout: Capture::new(output),
            stderr: Capture::new(output),
            flood_bytes: Safeguard::OutputFlood.unless_off(flood_bytes, u64::MAX),
            closed: [false; 3],
            clock_was_read: false,
            files: FileSystem::new(limits.files_bytes, Vec::new(), Arc::default()),
            door: Door::default(),
            memory_meter: MemoryMeter::new(memory, table),
            memory: None,
            instance: None,
            start,
            clock_base: Duration::ZERO,
            end: RunEnd::new(start + limits.wall, cancel),
            seed,
            random: None,
        }
    }

    /// The same, if the run began at `start` already.
    pub(crate) fn started_at(mut self, start: Instant, limits: &Limits) -> Self {
        self.start = start;
        self.end.move_deadline(start + limits.wall);
        self
    }

    /// The same, and what it writes is told.
    pub(crate) fn telling(mut self, teller: Option<Teller>) -> Self {
        self.end.tell_by(teller);
        self
    }

    /// What the guest's monotonic clock shows.
    pub(crate) fn clock(&self) -> Duration {
        self.clock_base.saturating_add(self.start.elapsed())
    }

    /// The same, with files: what a program is `given`, and what the image has.
    pub(crate) fn with_files(
        mut self,
        limits: &Limits,
        given: Vec<GivenFile>,
        mounted: Arc<[GivenFile]>,
    ) -> Self {
        self.files = FileSystem::new(limits.files_bytes, given, mounted);
        self
    }

    /// The same, for a guest of this kind.
    pub(crate) fn of_kind(mut self, kind: ImageKind) -> Self {
        self.memory_meter.allow_table(engine::table_elements(kind, usize::MAX));
        self
    }

    /// Whether the same run would come to this again, unless the wall clock ends it.
    pub(crate) fn is_repeatable(&self) -> bool {
        self.seed.is_some() && !self.clock_was_read
    }

    /// Whether `fd` is one of the three standard streams and has not been closed.
    pub(crate) fn is_open(&self, fd: i32) -> bool {
        usize::try_from(fd).ok().and_then(|fd| self.closed.get(fd)) == Some(&false)
    }

    /// Fills `bytes` with random ones: a stream that follows from the seed, or, without a
    /// seed, from 32 bytes of the operating system's.
    ///
    /// # Errors
    ///
    /// When the operating system gives no random bytes.
    pub(crate) fn fill_random(&mut self, bytes: &mut [u8]) -> Result<(), getrandom::Error> {
        if self.random.is_none() {
            let mut hasher = Hasher::new();
            match self.seed {
                Some(seed) => hasher.update(&seed.to_le_bytes()),
                None => {
                    let mut fresh = [0; 32];
                    getrandom::fill(&mut fresh)?;
                    hasher.update(&fresh)
                }
            };
            self.random = Some(hasher.finalize_xof());
        }
        if let Some(random) = &mut self.random {
            random.fill(bytes);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(seed: Option<u64>) -> [u8; 16] {
        let mut bytes = [0; 16];
        RunState::new(&Limits::default(), seed, CancelToken::new())
            .fill_random(&mut bytes)
            .unwrap();
        bytes
    }

    #[test]
    fn random_bytes_follow_from_the_seed_alone() {
        assert_eq!(bytes(Some(7)), bytes(Some(7)));
        assert_ne!(bytes(Some(7)), bytes(Some(8)));
        assert_ne!(bytes(None), bytes(None));
    }
}
