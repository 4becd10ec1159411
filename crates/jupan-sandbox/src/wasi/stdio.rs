//! The file descriptors 0 to 2: an empty stdin and two bounded streams. Calls for any other are
//! handed on to [`files`].

use wasmtime::{Caller, Linker};

use super::{Answer, GuestMemory, WASI, errno, files};
use crate::{
    OutputStream, Safeguard,
    run::{HostStop, RunState},
};

/// The most pieces that one read or write may have, as on Linux.
const MAX_IOVECS: i32 = 1024;

const IOVEC_BYTES: i32 = 8;
const FDSTAT_BYTES: usize = 24;
const FILESTAT_BYTES: usize = 64;
/// Offset of the rights within the descriptor's status.
const FDSTAT_RIGHTS: usize = 8;
const RIGHT_FD_READ: u64 = 1 << 1;
const RIGHT_FD_WRITE: u64 = 1 << 6;

pub(super) fn add_to_linker(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {
    linker.func_wrap(WASI, "fd_read", fd_read)?;
    linker.func_wrap(WASI, "fd_write", fd_write)?;
    linker.func_wrap(WASI, "fd_close", fd_close)?;
    linker.func_wrap(WASI, "fd_fdstat_get", fd_fdstat_get)?;
    linker.func_wrap(WASI, "fd_filestat_get", fd_filestat_get)?;
    linker.func_wrap(
        WASI,
        "fd_fdstat_set_flags",
        |mut caller: Caller<'_, RunState>, fd: i32, flags: i32| match is_stream(fd) {
            true => Ok(on_stream(&caller, fd, errno::SUCCESS)),
            false => files::set_flags(&mut caller, fd, flags),
        },
    )?;
    linker.func_wrap(
        WASI,
        "fd_seek",
        |mut caller: Caller<'_, RunState>, fd: i32, offset: i64, whence: i32, at: i32| {
            match is_stream(fd) {
                true => Ok(on_stream(&caller, fd, errno::SPIPE)),
                false => files::seek(&mut caller, fd, offset, whence, at),
            }
        },
    )?;
    linker.func_wrap(WASI, "fd_tell", |mut caller: Caller<'_, RunState>, fd: i32, at: i32| {
        match is_stream(fd) {
            true => Ok(on_stream(&caller, fd, errno::SPIPE)),
            false => files::tell(&mut caller, fd, at),
        }
    })?;
    // What is written is with the host at once: there is nothing to wait for.
    for name in ["fd_sync", "fd_datasync"] {
        linker.func_wrap(
            WASI,
            name,
            |mut caller: Caller<'_, RunState>, fd: i32| match is_stream(fd) {
                true => Ok(on_stream(&caller, fd, errno::SUCCESS)),
                false => files::sync(&mut caller, fd),
            },
        )?;
    }
    linker.func_wrap(
        WASI,
        "fd_advise",
        |mut caller: Caller<'_, RunState>, fd: i32, _: i64, _: i64, _: i32| match is_stream(fd) {
            true => Ok(on_stream(&caller, fd, errno::SPIPE)),
            false => files::advise(&mut caller, fd),
        },
    )?;
    Ok(())
}

/// Whether `fd` can be a stream: every other number is for files.
fn is_stream(fd: i32) -> bool {
    matches!(fd, 0..=2)
}

/// `answer` for an open stream, "bad file descriptor" for a closed one.
fn on_stream(caller: &Caller<'_, RunState>, fd: i32, answer: i32) -> i32 {
    if caller.data().is_open(fd) { answer } else { errno::BADF }
}

/// stdin is at its end from the start.
fn fd_read(
    mut caller: Caller<'_, RunState>,
    fd: i32,
    iovecs: i32,
    count: i32,
    read: i32,
) -> Answer {
    if !is_stream(fd) {
        return files::read(&mut caller, fd, iovecs, count, read);
    }
    if fd != 0 || !caller.data().is_open(fd) {
        return Ok(errno::BADF);
    }
    let (mut memory, _) = GuestMemory::of(&mut caller)?;
    Ok(memory.answer(|memory| memory.write(read, &0_u32.to_le_bytes())))
}

fn fd_write(
    mut caller: Caller<'_, RunState>,
    fd: i32,
    iovecs: i32,
    count: i32,
    written: i32,
) -> Answer {
    if !is_stream(fd) {
        return files::write(&mut caller, fd, iovecs, count, written);
    }
    if !matches!(fd, 1 | 2) || !caller.data().is_open(fd) {
        return Ok(errno::BADF);
    }
    if !(0..=Safeguard::WritePieces.unless_off(MAX_IOVECS, i32::MAX)).contains(&count) {
        return Ok(errno::INVAL);
    }
    let (mut memory, state) = GuestMemory::of(&mut caller)?;
    let flood_bytes = state.flood_bytes;
    let (name, told, stream) = match fd {
        1 => ("stdout", OutputStream::Stdout, &mut state.stdout),
        _ => ("stderr", OutputStream::Stderr, &mut state.stderr),
    };
    // One call can offer a piece of memory a thousand times over: what it may write is capped
    // at the size of the address space, as the count that it gets back is.
    let mut total: u32 = 0;
    for piece in 0..count {
        let entry = iovecs.wrapping_add(piece * IOVEC_BYTES);
        let (Ok(at), Ok(len)) = (memory.read(entry), memory.read(entry.wrapping_add(4))) else {
            return Ok(errno::FAULT);
        };
        let Some(bytes) = memory.slice(i32::from_le_bytes(at), i32::from_le_bytes(len)) else {
            return Ok(errno::FAULT);
        };
        let Some(sum) = u32::try_from(bytes.len()).ok().and_then(|len| total.checked_add(len))
        else {
            return Ok(errno::INVAL);
        };
        total = sum;
        stream.write(bytes);
        state.end.tell(told, bytes);
        if stream.written() > flood_bytes {
            return Err(HostStop::OutputFlood(name).into());
        }
    }
    Ok(memory.answer(|memory| memory.write(written, &total.to_le_bytes())))
}

fn fd_close(mut caller: Caller<'_, RunState>, fd: i32) -> Answer {
    if !is_stream(fd) {
        return files::close(&mut caller, fd);
    }
    let state = caller.data_mut();
    Ok(match usize::try_from(fd).ok().and_then(|fd| state.closed.get_mut(fd)) {
        Some(closed) if !*closed => {
            *closed = true;
            errno::SUCCESS
        }
        _ => errno::BADF,
    })
}

/// Of unknown type, so not a terminal; readable or writable, and nothing else.
fn fd_fdstat_get(mut caller: Caller<'_, RunState>, fd: i32, at: i32) -> Answer {
    if !is_stream(fd) {
        return files::status(&mut caller, fd, at);
    }
    if !caller.data().is_open(fd) {
        return Ok(errno::BADF);
    }
    let mut status = [0; FDSTAT_BYTES];
    let rights = if fd == 0 { RIGHT_FD_READ } else { RIGHT_FD_WRITE };
    status[FDSTAT_RIGHTS..FDSTAT_RIGHTS + 8].copy_from_slice(&rights.to_le_bytes());
    let (mut memory, _) = GuestMemory::of(&mut caller)?;
    Ok(memory.answer(|memory| memory.write(at, &status)))
}

/// No device, no size, no times.
fn fd_filestat_get(mut caller: Caller<'_, RunState>, fd: i32, at: i32) -> Answer {
    if !is_stream(fd) {
        return files::filestat(&mut caller, fd, at);
    }
    if !caller.data().is_open(fd) {
        return Ok(errno::BADF);
    }
    let (mut memory, _) = GuestMemory::of(&mut caller)?;
    Ok(memory.answer(|memory| memory.write(at, &[0; FILESTAT_BYTES])))
}
