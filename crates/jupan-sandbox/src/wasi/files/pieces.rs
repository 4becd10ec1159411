//! Bytes on their way between a file and the pieces of the guest's memory that a call names.

use super::{Call, Fault, Stop, descriptors::Descriptor, refuse};
use crate::{Safeguard, wasi::errno};

/// The most pieces that one read or write may have, as on Linux.
const MAX_PIECES: i32 = 1024;
const PIECE_BYTES: i32 = 8;

/// Bytes that are copied between two looks at the end of the run.
const LOOK_BYTES: usize = 1 << 20;

impl Call<'_> {
    /// The address and length of piece `index`.
    fn piece(&self, pieces: i32, index: i32) -> Result<(i32, i32), Fault> {
        let entry = pieces.wrapping_add(index.wrapping_mul(PIECE_BYTES));
        let at = self.memory.read(entry)?;
        let len = self.memory.read(entry.wrapping_add(4))?;
        Ok((i32::from_le_bytes(at), i32::from_le_bytes(len)))
    }

    /// Copies from the place `from` of a file into the pieces; gives how much.
    pub(super) fn read(
        &mut self,
        open: &Descriptor,
        from: u64,
        pieces: i32,
        count: i32,
    ) -> Result<u32, Stop> {
        checked(count)?;
        let content = self.tree.content(open.node)?;
        if !open.can_read {
            return refuse(errno::BADF);
        }
        let rest = usize::try_from(from).ok().and_then(|from| content.bytes().get(from..));
        let mut rest = rest.unwrap_or_default();
        // What is told back has 32 bits.
        rest = &rest[..rest.len().min(u32::MAX as usize)];
        let all = rest.len();
        for index in 0..count {
            if rest.is_empty() {
                break;
            }
            let (at, len) = self.piece(pieces, index)?;
            let place = self.memory.slice_mut(at, len).ok_or(Fault)?;
            let (now, later) = rest.split_at(rest.len().min(place.len()));
            for (to, from) in place.chunks_mut(LOOK_BYTES).zip(now.chunks(LOOK_BYTES)) {
                if from.len() == LOOK_BYTES && !Safeguard::FileCalls.is_off() {
                    self.end.check()?;
                }
                to[..from.len()].copy_from_slice(from);
            }
            rest = later;
        }
        Ok(u32::try_from(all - rest.len()).unwrap_or(u32::MAX))
    }

    /// Copies the pieces to the place `to` of a file, all of them or none; gives how much.
    pub(super) fn write(
        &mut self,
        open: &Descriptor,
        to: u64,
        pieces: i32,
        count: i32,
    ) -> Result<u32, Stop> {
        checked(count)?;
        if !open.can_write {
            return refuse(errno::BADF);
        }
        let before = self.tree.content(open.node)?.len();
        let mut total = 0_u32;
        for index in 0..count {
            let (at, len) = self.piece(pieces, index)?;
            self.memory.slice(at, len).ok_or(Fault)?;
            match total.checked_add(len.cast_unsigned()) {
                Some(sum) => total = sum,
                None => return refuse(errno::INVAL),
            }
        }
        let Some(end) = to.checked_add(total.into()) else { return refuse(errno::FBIG) };
        if total == 0 {
            return Ok(0);
        }
        if end > before {
            self.tree.resize(open.node, end, self.now)?;
        }
        let mut to = to;
        for index in 0..count {
            let (at, len) = self.piece(pieces, index)?;
            for bytes in self.memory.slice(at, len).ok_or(Fault)?.chunks(LOOK_BYTES) {
                if bytes.len() == LOOK_BYTES {
                    self.look()?;
                }
                self.tree.put(open.node, to, bytes)?;
                to += bytes.len() as u64;
            }
        }
        self.tree.written(open.node, self.now)?;
        Ok(total)
    }
}

fn checked(count: i32) -> Result<(), Stop> {
    if (0..=Safeguard::FilePieces.unless_off(MAX_PIECES, i32::MAX)).contains(&count) {
        Ok(())
    } else {
        refuse(errno::INVAL)
    }
}
