//! Calls about what stands at a path.

use wasmtime::{Caller, Linker};

use super::{
    Answer, Call, Stop, WASI, answer,
    calls::refuse_read_only,
    descriptors::Descriptor,
    path::{self, Place},
    records::{self, FLAG_APPEND, RIGHT_READ, RIGHT_WRITE},
    refuse,
    tree::NodeId,
};
use crate::{run::RunState, wasi::errno};

const CREATE: i32 = 1;
const FOLDER_ONLY: i32 = 2;
const NEW_ONLY: i32 = 4;
const CUT: i32 = 8;

pub(super) fn add_to_linker(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {
    linker.func_wrap(WASI, "path_open", path_open)?;
    linker.func_wrap(WASI, "path_create_directory", path_create_directory)?;
    linker.func_wrap(WASI, "path_filestat_get", path_filestat_get)?;
    linker.func_wrap(WASI, "path_filestat_set_times", path_filestat_set_times)?;
    linker.func_wrap(WASI, "path_readlink", path_readlink)?;
    linker.func_wrap(WASI, "path_remove_directory", path_remove_directory)?;
    linker.func_wrap(WASI, "path_unlink_file", path_unlink_file)?;
    linker.func_wrap(WASI, "path_rename", path_rename)?;
    Ok(())
}

/// What a file is opened for.
#[derive(Clone, Copy)]
struct Wish {
    how: i32,
    can_read: bool,
    can_write: bool,
    appends: bool,
}

#[expect(clippy::too_many_arguments, reason = "as WASI has it")]
fn path_open(
    mut caller: Caller<'_, RunState>,
    fd: i32,
    _follow: i32,
    path: i32,
    len: i32,
    how: i32,
    rights: i64,
    _inherited: i64,
    flags: i32,
    opened: i32,
) -> Answer {
    let rights = rights.cast_unsigned();
    let wish = Wish {
        how,
        can_read: rights & RIGHT_READ != 0,
        can_write: rights & RIGHT_WRITE != 0,
        appends: flags & i32::from(FLAG_APPEND) != 0,
    };
    answer(&mut caller, |call| {
        let path = call.path(path, len)?;
        // First a descriptor, so that nothing is made or cut without one.
        let new_fd = call.descriptors.free()?;
        let node = call.open(fd, &path, wish)?;
        call.tree.open(node)?;
        let Wish { can_read, can_write, appends, .. } = wish;
        call.descriptors.put(new_fd, Descriptor { node, at: 0, can_read, can_write, appends });
        Ok(call.memory.write(opened, &new_fd.to_le_bytes())?)
    })
}

impl Call<'_> {
    /// Where the path of `len` bytes at `path` leads from the folder that is open under `fd`.
    fn start(&self, fd: i32) -> Result<NodeId, Stop> {
        Ok(self.descriptors.get(fd)?.node)
    }

    fn open(&mut self, fd: i32, path: &str, wish: Wish) -> Result<NodeId, Stop> {
        let start = self.start(fd)?;
        match path::follow(self.tree, start, path)? {
            Place::Folder(node) | Place::Entry { node: Some(node), .. } => {
                self.open_there(node, wish)
            }
            Place::Entry { .. } if wish.how & CREATE == 0 => refuse(errno::NOENT),
            Place::Entry { is_folder: true, .. } => refuse(errno::ISDIR),
            Place::Entry { .. } if wish.how & FOLDER_ONLY != 0 => refuse(errno::INVAL),
            Place::Entry { folder, name, .. } => {
                refuse_read_only(self.tree.get(folder)?)?;
                self.tree.make_file(folder, name, self.now)
            }
        }
    }

    /// Opens what is there already.
    fn open_there(&mut self, node: NodeId, wish: Wish) -> Result<NodeId, Stop> {
        if wish.how & CREATE != 0 && wish.how & NEW_ONLY != 0 {
            return refuse(errno::EXIST);
        }
        if self.tree.is_folder(node) {
            if wish.can_write || wish.how & (CREATE | CUT) != 0 {
                return refuse(errno::ISDIR);
            }
            return Ok(node);
        }
        if wish.how & FOLDER_ONLY != 0 {
            return refuse(errno::NOTDIR);
        }
        if wish.can_write || wish.how & CUT != 0 {
            if self.tree.get(node)?.is_read_only {
                return refuse(errno::ROFS);
            }
            if wish.how & CUT != 0 {
                self.tree.resize(node, 0, self.now)?;
            }
        }
        Ok(node)
    }
}

fn path_create_directory(mut caller: Caller<'_, RunState>, fd: i32, path: i32, len: i32) -> Answer {
    answer(&mut caller, |call| {
        let path = call.path(path, len)?;
        let place = path::follow(call.tree, call.start(fd)?, &path)?;
        if let Place::Entry { folder, node: None, .. } = place {
            refuse_read_only(call.tree.get(folder)?)?;
        }
        call.tree.make_folder(&place, call.now).map(drop)
    })
}

fn path_filestat_get(
    mut caller: Caller<'_, RunState>,
    fd: i32,
    _follow: i32,
    path: i32,
    len: i32,
    at: i32,
) -> Answer {
    answer(&mut caller, |call| {
        let path = call.path(path, len)?;
        let node = path::find(call.tree, call.start(fd)?, &path)?;
        let record = records::filestat(call.tree.get(node)?);
        Ok(call.memory.write(at, &record)?)
    })
}

#[expect(clippy::too_many_arguments, reason = "as WASI has it")]
fn path_filestat_set_times(
    mut caller: Caller<'_, RunState>,
    fd: i32,
    _follow: i32,
    path: i32,
    len: i32,
    accessed: i64,
    modified: i64,
    flags: i32,
) -> Answer {
    answer(&mut caller, |call| {
        let path = call.path(path, len)?;
        let node = path::find(call.tree, call.start(fd)?, &path)?;
        call.set_times(node, accessed, modified, flags)
    })
}

/// There are no links, so nothing that is there is one.
fn path_readlink(
    mut caller: Caller<'_, RunState>,
    fd: i32,
    path: i32,
    len: i32,
    _at: i32,
    _room: i32,
    _done: i32,
) -> Answer {
    answer(&mut caller, |call| {
        let path = call.path(path, len)?;
        path::find(call.tree, call.start(fd)?, &path)?;
        refuse(errno::INVAL)
    })
}

fn path_remove_directory(mut caller: Caller<'_, RunState>, fd: i32, path: i32, len: i32) -> Answer {
    answer(&mut caller, |call| {
        let path = call.path(path, len)?;
        let place = path::follow(call.tree, call.start(fd)?, &path)?;
        call.tree.remove_folder(&place, call.now)
    })
}

fn path_unlink_file(mut caller: Caller<'_, RunState>, fd: i32, path: i32, len: i32) -> Answer {
    answer(&mut caller, |call| {
        let path = call.path(path, len)?;
        let place = path::follow(call.tree, call.start(fd)?, &path)?;
        call.tree.remove_file(&place, call.now)
    })
}

fn path_rename(
    mut caller: Caller<'_, RunState>,
    fd: i32,
    path: i32,
    len: i32,
    to_fd: i32,
    to_path: i32,
    to_len: i32,
) -> Answer {
    answer(&mut caller, |call| {
        let (path, to_path) = (call.path(path, len)?, call.path(to_path, to_len)?);
        let from = path::follow(call.tree, call.start(fd)?, &path)?;
        let to = path::follow(call.tree, call.start(to_fd)?, &to_path)?;
        if let Place::Entry { folder, .. } = to {
            refuse_read_only(call.tree.get(folder)?)?;
        }
        call.tree.rename(&from, &to, call.now)
    })
}
