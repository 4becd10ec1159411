//! What a guest has open.

use super::{
    ROOT_FD, Stop, refuse,
    tree::{NodeId, ROOT},
};
use crate::{Safeguard, wasi::errno};

/// The most descriptors that are open at the same time, the root's among them.
const MAX_OPEN: usize = 256;

/// An open file or folder.
#[derive(Debug, Clone, Copy)]
pub(super) struct Descriptor {
    pub(super) node: NodeId,
    /// Where the next read or write takes place.
    pub(super) at: u64,
    pub(super) can_read: bool,
    pub(super) can_write: bool,
    /// It writes at the end, wherever it stands.
    pub(super) appends: bool,
}

/// Descriptors from [`ROOT_FD`] on.
pub(super) struct Descriptors(Vec<Option<Descriptor>>);

impl Descriptors {
    /// The root alone is open. The tree never lets it go, so it need not know.
    pub(super) fn new() -> Self {
        let root =
            Descriptor { node: ROOT, at: 0, can_read: true, can_write: false, appends: false };
        Self(vec![Some(root)])
    }

    pub(super) fn get(&self, fd: i32) -> Result<&Descriptor, Stop> {
        match index(fd).and_then(|index| self.0.get(index)) {
            Some(Some(descriptor)) => Ok(descriptor),
            _ => refuse(errno::BADF),
        }
    }

    pub(super) fn get_mut(&mut self, fd: i32) -> Result<&mut Descriptor, Stop> {
        match index(fd).and_then(|index| self.0.get_mut(index)) {
            Some(Some(descriptor)) => Ok(descriptor),
            _ => refuse(errno::BADF),
        }
    }

    /// The lowest number that is free, with room for it. The root's is never given again.
    pub(super) fn free(&mut self) -> Result<i32, Stop> {
        let index = match self.0.iter().skip(1).position(Option::is_none) {
            Some(after_root) => after_root + 1,
            None => {
                let most = Safeguard::OpenFiles.unless_off(MAX_OPEN, usize::MAX);
                if self.0.len() >= most {
                    return refuse(errno::MFILE);
                }
                self.0.push(None);
                self.0.len() - 1
            }
        };
        // There are a few hundred.
        Ok(ROOT_FD + i32::try_from(index).unwrap_or(i32::MAX - ROOT_FD))
    }

    /// Opens `descriptor` under `fd`, which is free.
    pub(super) fn put(&mut self, fd: i32, descriptor: Descriptor) {
        if let Some(place) = index(fd).and_then(|index| self.0.get_mut(index)) {
            *place = Some(descriptor);
        }
    }

    /// Closes `fd` and gives what it was.
    pub(super) fn close(&mut self, fd: i32) -> Result<Descriptor, Stop> {
        let place = index(fd).and_then(|index| self.0.get_mut(index));
        match place.and_then(Option::take) {
            Some(descriptor) => Ok(descriptor),
            None => refuse(errno::BADF),
        }
    }
}

fn index(fd: i32) -> Option<usize> {
    usize::try_from(fd.checked_sub(ROOT_FD)?).ok()
}
