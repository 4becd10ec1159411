//! Entries for the fuzz targets.

use jupan_abi::GuestReport;

use super::{RunState, capture::Capture, kind::jupan::read_report, settle};
use crate::{CancelToken, Captured, Limits, Outcome, SandboxError};

/// What a run makes of the report at `packed` in a guest's `memory`: an outcome without
/// output, or why the report cannot be believed.
pub fn report(
    memory: &[u8],
    packed: u64,
    limits: &Limits,
) -> Result<Result<Outcome, SandboxError>, String> {
    let GuestReport { ending } = read_report(memory, packed)?;
    let state = RunState::new(limits, None, CancelToken::new());
    Ok(settle(ending, &state, limits).map(|(result, failure)| Outcome {
        result,
        failure,
        ..Outcome::default()
    }))
}

/// A stream of a run.
#[derive(Debug)]
pub struct Stream(Capture);

impl Stream {
    /// A stream of which at most `limit` bytes are kept.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self(Capture::new(limit))
    }

    /// Writes `bytes`.
    pub fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    /// Bytes written so far, kept or not.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.0.written()
    }

    /// What was kept.
    #[must_use]
    pub fn finish(self) -> Captured {
        self.0.finish()
    }
}
