//! Calls about what is open.

use wasmtime::{Caller, Linker};

use super::{
    Answer, Call, Fault, ROOT_FD, Stop, WASI, answer,
    records::{self, DIRENT_BYTES, FLAG_APPEND},
    refuse,
    tree::Kind,
};
use crate::{
    run::RunState,
    wasi::{GuestMemory, errno},
};

/// The name of the root, which was opened beforehand.
const ROOT_NAME: &[u8] = b"/";

const SET: i32 = 0;
const FROM_HERE: i32 = 1;
const FROM_END: i32 = 2;

pub(super) fn add_to_linker(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {
    // A program that starts asks for the root, and needs no files for it.
    linker.func_wrap(WASI, "fd_prestat_get", fd_prestat_get)?;
    linker.func_wrap(WASI, "fd_prestat_dir_name", fd_prestat_dir_name)?;
    linker.func_wrap(WASI, "fd_allocate", fd_allocate)?;
    linker.func_wrap(WASI, "fd_filestat_set_size", fd_filestat_set_size)?;
    linker.func_wrap(WASI, "fd_filestat_set_times", fd_filestat_set_times)?;
    linker.func_wrap(WASI, "fd_pread", fd_pread)?;
    linker.func_wrap(WASI, "fd_pwrite", fd_pwrite)?;
    linker.func_wrap(WASI, "fd_readdir", fd_readdir)?;
    Ok(())
}

/// A folder, with a name of so many bytes.
fn fd_prestat_get(mut caller: Caller<'_, RunState>, fd: i32, at: i32) -> Answer {
    if fd != ROOT_FD {
        return Ok(errno::BADF);
    }
    let mut record = [0; 8];
    record[4..].copy_from_slice(&1_u32.to_le_bytes());
    let (mut memory, _) = GuestMemory::of(&mut caller)?;
    Ok(memory.answer(|memory| memory.write(at, &record)))
}

fn fd_prestat_dir_name(mut caller: Caller<'_, RunState>, fd: i32, at: i32, len: i32) -> Answer {
    if fd != ROOT_FD {
        return Ok(errno::BADF);
    }
    if (len.cast_unsigned() as usize) < ROOT_NAME.len() {
        return Ok(errno::NAMETOOLONG);
    }
    let (mut memory, _) = GuestMemory::of(&mut caller)?;
    Ok(memory.answer(|memory| memory.write(at, ROOT_NAME)))
}

/// `fd_read`, for what is no stream.
pub(crate) fn read(
    caller: &mut Caller<'_, RunState>,
    fd: i32,
    pieces: i32,
    count: i32,
    done: i32,
) -> Answer {
    answer(caller, |call| {
        let open = *call.descriptors.get(fd)?;
        let read = call.read(&open, open.at, pieces, count)?;
        call.descriptors.get_mut(fd)?.at += u64::from(read);
        Ok(call.memory.write(done, &read.to_le_bytes())?)
    })
}

fn fd_pread(
    mut caller: Caller<'_, RunState>,
    fd: i32,
    pieces: i32,
    count: i32,
    at: i64,
    done: i32,
) -> Answer {
    answer(&mut caller, |call| {
        let open = *call.descriptors.get(fd)?;
        let read = call.read(&open, at.cast_unsigned(), pieces, count)?;
        Ok(call.memory.write(done, &read.to_le_bytes())?)
    })
}

/// `fd_write`, for what is no stream.
pub(crate) fn write(
    caller: &mut Caller<'_, RunState>,
    fd: i32,
    pieces: i32,
    count: i32,
    done: i32,
) -> Answer {
    answer(caller, |call| {
        let mut open = *call.descriptors.get(fd)?;
        if open.appends {
            open.at = call.tree.content(open.node)?.len();
        }
        let written = call.write(&open, open.at, pieces, count)?;
        call.descriptors.get_mut(fd)?.at = open.at + u64::from(written);
        Ok(call.memory.write(done, &written.to_le_bytes())?)
    })
}

fn fd_pwrite(
    mut caller: Caller<'_, RunState>,
    fd: i32,
    pieces: i32,
    count: i32,
    at: i64,
    done: i32,
) -> Answer {
    answer(&mut caller, |call| {
        let open = *call.descriptors.get(fd)?;
        let written = call.write(&open, at.cast_unsigned(), pieces, count)?;
        Ok(call.memory.write(done, &written.to_le_bytes())?)
    })
}

/// `fd_close`, for what is no stream.
pub(crate) fn close(caller: &mut Caller<'_, RunState>, fd: i32) -> Answer {
    answer(caller, |call| {
        let closed = call.descriptors.close(fd)?;
        // The root was not opened by a call.
        if fd != ROOT_FD {
            call.tree.close(closed.node);
        }
        Ok(())
    })
}

/// `fd_fdstat_get`, for what is no stream.
pub(crate) fn status(caller: &mut Caller<'_, RunState>, fd: i32, at: i32) -> Answer {
    answer(caller, |call| {
        let open = *call.descriptors.get(fd)?;
        let node = call.tree.get(open.node)?;
        let record = records::fdstat(node, open.can_read, open.can_write, open.appends);
        Ok(call.memory.write(at, &record)?)
    })
}

/// `fd_fdstat_set_flags`, for what is no stream.
pub(crate) fn set_flags(caller: &mut Caller<'_, RunState>, fd: i32, flags: i32) -> Answer {
    answer(caller, |call| {
        call.descriptors.get_mut(fd)?.appends = flags & i32::from(FLAG_APPEND) != 0;
        Ok(())
    })
}

/// `fd_filestat_get`, for what is no stream.
pub(crate) fn filestat(caller: &mut Caller<'_, RunState>, fd: i32, at: i32) -> Answer {
    answer(caller, |call| {
        let node = call.tree.get(call.descriptors.get(fd)?.node)?;
        Ok(call.memory.write(at, &records::filestat(node))?)
    })
}

/// `fd_sync` and `fd_datasync`, for what is no stream: there is nothing to wait for.
pub(crate) fn sync(caller: &mut Caller<'_, RunState>, fd: i32) -> Answer {
    answer(caller, |call| call.descriptors.get(fd).map(drop))
}

/// `fd_advise`, for what is no stream: what is to come changes nothing.
pub(crate) fn advise(caller: &mut Caller<'_, RunState>, fd: i32) -> Answer {
    sync(caller, fd)
}

/// `fd_seek`, for what is no stream.
pub(crate) fn seek(
    caller: &mut Caller<'_, RunState>,
    fd: i32,
    offset: i64,
    whence: i32,
    done: i32,
) -> Answer {
    answer(caller, |call| {
        let open = *call.descriptors.get(fd)?;
        let base = match whence {
            SET => 0,
            FROM_HERE => open.at,
            FROM_END => call.tree.content(open.node)?.len(),
            _ => return refuse(errno::INVAL),
        };
        let at = match base.checked_add_signed(offset) {
            // What Python can hold.
            Some(at) if at <= i64::MAX.cast_unsigned() => at,
            _ => return refuse(errno::INVAL),
        };
        call.descriptors.get_mut(fd)?.at = at;
        Ok(call.memory.write(done, &at.to_le_bytes())?)
    })
}

/// `fd_tell`, for what is no stream.
pub(crate) fn tell(caller: &mut Caller<'_, RunState>, fd: i32, done: i32) -> Answer {
    answer(caller, |call| {
        let at = call.descriptors.get(fd)?.at;
        Ok(call.memory.write(done, &at.to_le_bytes())?)
    })
}

fn fd_allocate(mut caller: Caller<'_, RunState>, fd: i32, offset: i64, len: i64) -> Answer {
    answer(&mut caller, |call| {
        let open = *call.descriptors.get(fd)?;
        let before = call.tree.content(open.node)?.len();
        if !open.can_write {
            return refuse(errno::BADF);
        }
        match offset.cast_unsigned().checked_add(len.cast_unsigned()) {
            Some(end) if end > before => call.tree.resize(open.node, end, call.now),
            Some(_) => Ok(()),
            None => refuse(errno::FBIG),
        }
    })
}

fn fd_filestat_set_size(mut caller: Caller<'_, RunState>, fd: i32, len: i64) -> Answer {
    answer(&mut caller, |call| {
        let open = *call.descriptors.get(fd)?;
        call.tree.content(open.node)?;
        if !open.can_write {
            return refuse(errno::INVAL);
        }
        call.tree.resize(open.node, len.cast_unsigned(), call.now)
    })
}

fn fd_filestat_set_times(
    mut caller: Caller<'_, RunState>,
    fd: i32,
    accessed: i64,
    modified: i64,
    flags: i32,
) -> Answer {
    answer(&mut caller, |call| {
        let node = call.descriptors.get(fd)?.node;
        call.set_times(node, accessed, modified, flags)
    })
}

impl Call<'_> {
    /// Sets the times that `flags` name: to what is given, or to now.
    pub(super) fn set_times(
        &mut self,
        id: super::tree::NodeId,
        accessed: i64,
        modified: i64,
        flags: i32,
    ) -> Result<(), Stop> {
        let now = self.now;
        let node = self.tree.get_mut(id)?;
        if node.is_read_only {
            return refuse(errno::ROFS);
        }
        let time = |given: i64, bit: i32| match (flags & bit != 0, flags & (bit << 1) != 0) {
            (true, true) => refuse(errno::INVAL),
            (true, false) => Ok(Some(given.cast_unsigned())),
            (false, true) => Ok(Some(now)),
            (false, false) => Ok(None),
        };
        let (accessed, modified) = (time(accessed, 1)?, time(modified, 4)?);
        node.accessed = accessed.unwrap_or(node.accessed);
        node.modified = modified.unwrap_or(node.modified);
        node.changed = now;
        Ok(())
    }
}

/// Entries of a folder, as many as fit; the last one is cut where the room ends, which tells the
/// guest that there are more.
fn fd_readdir(
    mut caller: Caller<'_, RunState>,
    fd: i32,
    at: i32,
    len: i32,
    from: i64,
    done: i32,
) -> Answer {
    answer(&mut caller, |call| {
        let folder = call.descriptors.get(fd)?.node;
        let mut room = call.memory.slice_mut(at, len).ok_or(Fault)?;
        let all = room.len();
        for (next, name, node) in call.tree.entries(folder, from.cast_unsigned())? {
            let head: [u8; DIRENT_BYTES] = records::dirent(next, name, node);
            for bytes in [&head[..], name.as_bytes()] {
                let (place, rest) = room.split_at_mut(room.len().min(bytes.len()));
                place.copy_from_slice(&bytes[..place.len()]);
                room = rest;
            }
            if room.is_empty() {
                break;
            }
        }
        let used = u32::try_from(all - room.len()).unwrap_or(u32::MAX);
        Ok(call.memory.write(done, &used.to_le_bytes())?)
    })
}

/// Whether a node is a folder that belongs to the image.
pub(super) fn refuse_read_only(node: &super::tree::Node) -> Result<(), Stop> {
    match node.kind {
        Kind::Folder(_) if node.is_read_only => refuse(errno::ROFS),
        _ => Ok(()),
    }
}
