//! The meter on linear memory.

use wasmtime::ResourceLimiter;

/// Refuses growth beyond a limit, and remembers what it saw.
#[derive(Debug)]
pub(crate) struct MemoryMeter {
    limit: usize,
    peak: usize,
    refused: Option<usize>,
    max_table_elements: usize,
}

impl MemoryMeter {
    /// A meter that allows `limit` bytes of linear memory and no table larger than
    /// `max_table_elements`.
    pub(crate) fn new(limit: usize, max_table_elements: usize) -> Self {
        Self { limit, peak: 0, refused: None, max_table_elements }
    }

    /// The largest size so far, in bytes.
    pub(crate) fn peak(&self) -> usize {
        self.peak
    }

    /// The size last asked for in vain, in bytes, unless memory has grown since: then the
    /// refusal was got over.
    pub(crate) fn refused(&self) -> Option<usize> {
        self.refused
    }
}

impl ResourceLimiter for MemoryMeter {
    fn memory_growing(
        &mut self,
        _current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let allowed = desired <= self.limit && maximum.is_none_or(|maximum| desired <= maximum);
        if allowed {
            self.peak = self.peak.max(desired);
            self.refused = None;
        } else {
            self.refused = Some(desired);
        }
        Ok(allowed)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(desired <= self.max_table_elements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_allowed_up_to_the_limit_and_remembered() {
        let mut meter = MemoryMeter::new(100, 10);
        assert!(meter.memory_growing(0, 100, None).unwrap());
        assert_eq!((meter.peak(), meter.refused()), (100, None));
        assert!(!meter.memory_growing(100, 101, None).unwrap());
        assert_eq!((meter.peak(), meter.refused()), (100, Some(101)));
        assert!(meter.memory_growing(100, 100, None).unwrap());
        assert_eq!(meter.refused(), None);
        assert!(!meter.memory_growing(0, 60, Some(50)).unwrap());
        assert!(meter.table_growing(0, 10, None).unwrap());
        assert!(!meter.table_growing(0, 11, None).unwrap());
    }
}
