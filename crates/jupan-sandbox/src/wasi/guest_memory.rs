//! Access to the guest's memory, checked at every step.

use wasmtime::Caller;

use super::errno;
use crate::run::RunState;

/// The guest's memory during one host call.
pub(super) struct GuestMemory<'a>(&'a mut [u8]);

/// An address that is not all in the guest's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fault;

impl<'a> GuestMemory<'a> {
    /// The memory and the state of the run that `caller` belongs to.
    ///
    /// # Errors
    ///
    /// When the guest called from its start function, before its memory was known. Images
    /// have none.
    pub(super) fn of(
        caller: &'a mut Caller<'_, RunState>,
    ) -> wasmtime::Result<(Self, &'a mut RunState)> {
        let Some(memory) = caller.data().memory else {
            wasmtime::bail!("the guest called the host before it was instantiated");
        };
        let (bytes, state) = memory.data_and_store_mut(caller);
        Ok((Self(bytes), state))
    }

    /// `len` bytes at `at`.
    pub(super) fn slice(&self, at: i32, len: i32) -> Option<&[u8]> {
        let (at, len) = (index(at), index(len));
        self.0.get(at..at.checked_add(len)?)
    }

    /// The same, to be written.
    pub(super) fn slice_mut(&mut self, at: i32, len: i32) -> Option<&mut [u8]> {
        let (at, len) = (index(at), index(len));
        self.0.get_mut(at..at.checked_add(len)?)
    }

    /// The `N` bytes at `at`.
    pub(super) fn read<const N: usize>(&self, at: i32) -> Result<[u8; N], Fault> {
        let at = index(at);
        let end = at.checked_add(N).ok_or(Fault)?;
        self.0.get(at..end).and_then(|bytes| bytes.try_into().ok()).ok_or(Fault)
    }

    /// Puts `bytes` at `at`.
    pub(super) fn write(&mut self, at: i32, bytes: &[u8]) -> Result<(), Fault> {
        let at = index(at);
        let end = at.checked_add(bytes.len()).ok_or(Fault)?;
        self.0.get_mut(at..end).ok_or(Fault)?.copy_from_slice(bytes);
        Ok(())
    }

    /// The error number for what `access` came to.
    pub(super) fn answer(&mut self, access: impl FnOnce(&mut Self) -> Result<(), Fault>) -> i32 {
        match access(self) {
            Ok(()) => errno::SUCCESS,
            Err(Fault) => errno::FAULT,
        }
    }
}

/// WebAssembly addresses are unsigned, its integers have no sign of their own.
fn index(value: i32) -> usize {
    value.cast_unsigned() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_the_memory_is_reached() {
        let mut bytes = [1, 2, 3, 4];
        let mut memory = GuestMemory(&mut bytes);
        assert_eq!(memory.slice(1, 3), Some(&[2, 3, 4][..]));
        for (at, len) in [(1, 4), (5, 0), (-1, 1), (0, -1), (-1, -1), (4, 1)] {
            assert_eq!(memory.slice(at, len), None);
            assert_eq!(memory.slice_mut(at, len), None);
        }
        assert_eq!(memory.slice(4, 0), Some(&[][..]));
        assert_eq!(memory.read::<2>(2), Ok([3, 4]));
        assert_eq!(memory.read::<2>(3), Err(Fault));
        assert_eq!(memory.read::<2>(-1), Err(Fault));
        assert_eq!(memory.write(3, &[9, 9]), Err(Fault));
        assert_eq!(memory.write(2, &[9, 9]), Ok(()));
        assert_eq!(bytes, [1, 2, 9, 9]);
    }
}
