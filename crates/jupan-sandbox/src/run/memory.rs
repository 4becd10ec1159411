//! The meter on a run's memory: the linear one, and where the engine keeps exceptions of C++ another.

use wasmtime::ResourceLimiter;

/// Refuses growth beyond a limit, and remembers what it saw.
#[derive(Debug)]
pub(crate) struct MemoryMeter {
    limit: usize,
    /// Bytes of all memories together.
    total: usize,
    /// By how much it has grown last.
    last: usize,
    peak: usize,
    refused: Option<usize>,
    max_table_elements: usize,
}

impl MemoryMeter {
    /// A meter that allows `limit` bytes of memory and no table larger than
    /// `max_table_elements`.
    pub(crate) fn new(limit: usize, max_table_elements: usize) -> Self {
        Self { limit, total: 0, last: 0, peak: 0, refused: None, max_table_elements }
    }

    /// Allows tables of `max_table_elements`.
    pub(crate) fn allow_table(&mut self, max_table_elements: usize) {
        self.max_table_elements = max_table_elements;
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
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let more = desired.saturating_sub(current);
        let total = self.total.saturating_add(more);
        let allowed = total <= self.limit && maximum.is_none_or(|maximum| desired <= maximum);
        if allowed {
            (self.total, self.last) = (total, more);
            self.peak = self.peak.max(total);
            self.refused = None;
        } else {
            self.last = 0;
            self.refused = Some(total);
        }
        Ok(allowed)
    }

    fn memory_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        // It was allowed, and the operating system had no room.
        self.total -= std::mem::take(&mut self.last);
        Ok(())
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
        assert!(!meter.memory_growing(100, 160, Some(150)).unwrap());
        assert!(meter.table_growing(0, 10, None).unwrap());
        assert!(!meter.table_growing(0, 11, None).unwrap());
    }

    #[test]
    fn all_memories_count_together() {
        let mut meter = MemoryMeter::new(100, 10);
        assert!(meter.memory_growing(0, 60, None).unwrap());
        assert!(meter.memory_growing(0, 30, None).unwrap());
        assert!(!meter.memory_growing(30, 50, None).unwrap());
        assert_eq!((meter.peak(), meter.refused()), (90, Some(110)));
        assert!(meter.memory_growing(60, 70, None).unwrap());
        // What did not come about does not count.
        meter.memory_grow_failed(wasmtime::Error::msg("no room")).unwrap();
        assert!(meter.memory_growing(30, 40, None).unwrap());
        assert_eq!((meter.peak(), meter.refused()), (100, None));
    }
}
