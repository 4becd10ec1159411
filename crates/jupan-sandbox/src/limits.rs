//! The limits of a run: what they are, their defaults and their bounds.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Safeguard;

/// What one run may use. Every limit is finite and always in force; there is no value that
/// turns one off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock time from the fresh instance to the end of the program. Time spent waiting
    /// for a free slot does not count.
    pub wall: Duration,
    /// WebAssembly instructions. The same program burns the same fuel on every machine.
    pub fuel: u64,
    /// Bytes of linear memory, the interpreter's own part included. In an image with packages,
    /// what they take at the start is granted on top. What the host needs for a run beside it (the captured output, a few kilobytes of bookkeeping) does not count.
    pub memory_bytes: u64,
    /// Bytes kept of stdout, and as many of stderr. A program that writes
    /// [`Limits::OUTPUT_FLOOD_FACTOR`] times as much to one of them is ended.
    pub output_bytes: u64,
    /// Bytes of source text.
    pub source_bytes: u64,
    /// Bytes in all files together, those that a program was given and those that it writes. They
    /// lie in the host's memory, beside the linear memory.
    pub files_bytes: u64,
    /// Bytes of files that are given back, their names included.
    pub returned_bytes: u64,
}

/// A limit outside its bounds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} is {value}; it must be between {min} and {max}")]
pub struct LimitError {
    /// The limit's name as a request has it: `wall_ms`, `fuel`, `memory_bytes`,
    /// `output_bytes`, `source_bytes`, `files_bytes`,
    /// `returned_bytes`.
    pub field: &'static str,
    /// The value asked for.
    pub value: u64,
    /// The least value.
    pub min: u64,
    /// The greatest value.
    pub max: u64,
}

impl Limits {
    /// 5 seconds.
    pub const DEFAULT_WALL: Duration = Duration::from_secs(5);
    /// 1 millisecond.
    pub const MIN_WALL: Duration = Duration::from_millis(1);
    /// 10 minutes.
    pub const MAX_WALL: Duration = Duration::from_secs(600);

    /// 6e10 instructions: one to three times what the default wall-clock time allows, depending
    /// on the machine.
    pub const DEFAULT_FUEL: u64 = 60_000_000_000;
    /// 1 million instructions: enough to start and to report.
    pub const MIN_FUEL: u64 = 1_000_000;
    /// 1e13 instructions.
    pub const MAX_FUEL: u64 = 10_000_000_000_000;

    /// 256 MiB.
    pub const DEFAULT_MEMORY_BYTES: u64 = 256 << 20;
    /// 64 MiB: the interpreter's own memory and room to work.
    pub const MIN_MEMORY_BYTES: u64 = 64 << 20;
    /// 2 GiB.
    pub const MAX_MEMORY_BYTES: u64 = 2 << 30;

    /// 64 KiB.
    pub const DEFAULT_OUTPUT_BYTES: u64 = 64 << 10;
    /// 1 KiB.
    pub const MIN_OUTPUT_BYTES: u64 = 1 << 10;
    /// 16 MiB.
    pub const MAX_OUTPUT_BYTES: u64 = 16 << 20;

    /// 256 KiB.
    pub const DEFAULT_SOURCE_BYTES: u64 = 256 << 10;
    /// 1 byte.
    pub const MIN_SOURCE_BYTES: u64 = 1;
    /// 4 MiB.
    pub const MAX_SOURCE_BYTES: u64 = 4 << 20;

    /// 16 MiB.
    pub const DEFAULT_FILES_BYTES: u64 = 16 << 20;
    /// None: a program may read its folders, and write nothing.
    pub const MIN_FILES_BYTES: u64 = 0;
    /// 128 MiB.
    pub const MAX_FILES_BYTES: u64 = 128 << 20;

    /// 4 MiB.
    pub const DEFAULT_RETURNED_BYTES: u64 = 4 << 20;
    /// None.
    pub const MIN_RETURNED_BYTES: u64 = 0;
    /// 64 MiB.
    pub const MAX_RETURNED_BYTES: u64 = 64 << 20;

    /// A stream that has been written this many times `output_bytes` ends the run: 64.
    pub const OUTPUT_FLOOD_FACTOR: u64 = 64;

    /// Checks every limit against its bounds.
    ///
    /// # Errors
    ///
    /// The first limit that is outside.
    pub fn validate(&self) -> Result<(), LimitError> {
        bounded("wall_ms", millis(self.wall), millis(Self::MIN_WALL), millis(Self::MAX_WALL))?;
        bounded("fuel", self.fuel, Self::MIN_FUEL, Self::MAX_FUEL)?;
        bounded("memory_bytes", self.memory_bytes, Self::MIN_MEMORY_BYTES, Self::MAX_MEMORY_BYTES)?;
        bounded("output_bytes", self.output_bytes, Self::MIN_OUTPUT_BYTES, Self::MAX_OUTPUT_BYTES)?;
        bounded("source_bytes", self.source_bytes, Self::MIN_SOURCE_BYTES, Self::MAX_SOURCE_BYTES)?;
        bounded("files_bytes", self.files_bytes, Self::MIN_FILES_BYTES, Self::MAX_FILES_BYTES)?;
        let (min, max) = (Self::MIN_RETURNED_BYTES, Self::MAX_RETURNED_BYTES);
        bounded("returned_bytes", self.returned_bytes, min, max)
    }

    /// Checks the memory limit against what a sandbox has reserved.
    pub(crate) fn bounded_memory(&self, max: u64) -> Result<(), LimitError> {
        bounded("memory_bytes", self.memory_bytes, Self::MIN_MEMORY_BYTES, max)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wall: Self::DEFAULT_WALL,
            fuel: Self::DEFAULT_FUEL,
            memory_bytes: Self::DEFAULT_MEMORY_BYTES,
            output_bytes: Self::DEFAULT_OUTPUT_BYTES,
            source_bytes: Self::DEFAULT_SOURCE_BYTES,
            files_bytes: Self::DEFAULT_FILES_BYTES,
            returned_bytes: Self::DEFAULT_RETURNED_BYTES,
        }
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn bounded(field: &'static str, value: u64, min: u64, max: u64) -> Result<(), LimitError> {
    if (min..=max).contains(&value) || Safeguard::LimitBounds.is_off() {
        Ok(())
    } else {
        Err(LimitError { field, value, min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_what_the_documentation_says() {
        let limits = Limits::default();
        assert_eq!(
            limits,
            Limits {
                wall: Duration::from_secs(5),
                fuel: 60_000_000_000,
                memory_bytes: 268_435_456,
                output_bytes: 65_536,
                source_bytes: 262_144,
                files_bytes: 16_777_216,
                returned_bytes: 4_194_304,
            }
        );
        assert_eq!(limits.validate(), Ok(()));
    }

    #[test]
    fn a_limit_outside_its_bounds_is_named() {
        let limits = Limits { fuel: 0, ..Limits::default() };
        assert_eq!(
            limits.validate(),
            Err(LimitError {
                field: "fuel",
                value: 0,
                min: Limits::MIN_FUEL,
                max: Limits::MAX_FUEL
            })
        );
        let limits = Limits { wall: Duration::from_secs(601), ..Limits::default() };
        assert_eq!(
            limits.validate().unwrap_err().to_string(),
            "wall_ms is 601000; it must be between 1 and 600000"
        );
    }
}
