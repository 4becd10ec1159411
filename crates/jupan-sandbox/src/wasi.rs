//! WASI preview 1, as far as a program without any capability can use it.
//!
//! # Model
//!
//! A guest has stdin (empty), stdout and stderr (bounded), clocks, random bytes, sleep, and files
//! that lie in memory, see [`files`]. There are no files of the host, sockets, arguments or
//! environment variables: every function that would need one is refused, and none of them reaches
//! the operating system, because there is no code here that could. Sleeping ends at the run's deadline.
//!
//! What a guest hands over is hostile: every address is checked against the guest's memory,
//! every count is bounded, and no function allocates by a number that the guest chose.

mod clock;
mod denied;
pub(crate) mod files;
mod guest_memory;
mod poll;
mod stdio;

use wasmtime::{Caller, Linker};

use crate::{
    Safeguard,
    run::{HostStop, RunState},
};
use guest_memory::GuestMemory;

/// Module name of the imports.
const WASI: &str = "wasi_snapshot_preview1";

/// WASI error numbers, as far as they are used here.
mod errno {
    pub(super) const SUCCESS: i32 = 0;
    pub(super) const BADF: i32 = 8;
    pub(super) const BUSY: i32 = 10;
    pub(super) const EXIST: i32 = 20;
    pub(super) const FAULT: i32 = 21;
    pub(super) const FBIG: i32 = 22;
    pub(super) const ILSEQ: i32 = 25;
    pub(super) const INVAL: i32 = 28;
    pub(super) const IO: i32 = 29;
    pub(super) const ISDIR: i32 = 31;
    pub(super) const MFILE: i32 = 33;
    pub(super) const NAMETOOLONG: i32 = 37;
    pub(super) const NOENT: i32 = 44;
    pub(super) const NOSPC: i32 = 51;
    pub(super) const NOTDIR: i32 = 54;
    pub(super) const NOTEMPTY: i32 = 55;
    pub(super) const NOTSUP: i32 = 58;
    pub(super) const PERM: i32 = 63;
    pub(super) const ROFS: i32 = 69;
    pub(super) const SPIPE: i32 = 70;
}

/// A host function's answer: an error number for the guest, or the end of the run.
type Answer = wasmtime::Result<i32>;

/// Gives a linker all of preview 1.
pub(crate) fn add_to_linker(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {
    stdio::add_to_linker(linker)?;
    files::add_to_linker(linker)?;
    clock::add_to_linker(linker)?;
    poll::add_to_linker(linker)?;
    denied::add_to_linker(linker)?;
    linker.func_wrap(WASI, "args_sizes_get", empty_list_sizes)?;
    linker.func_wrap(WASI, "environ_sizes_get", empty_list_sizes)?;
    linker.func_wrap(WASI, "args_get", |_: i32, _: i32| errno::SUCCESS)?;
    linker.func_wrap(WASI, "environ_get", |_: i32, _: i32| errno::SUCCESS)?;
    linker.func_wrap(WASI, "random_get", random_get)?;
    linker.func_wrap(WASI, "sched_yield", || errno::SUCCESS)?;
    linker.func_wrap(WASI, "proc_exit", |status: i32| -> wasmtime::Result<()> {
        Err(HostStop::Exit(status.cast_unsigned()).into())
    })?;
    Ok(())
}

/// There are no arguments and no environment variables: a count of 0, in 0 bytes.
fn empty_list_sizes(mut caller: Caller<'_, RunState>, count: i32, bytes: i32) -> Answer {
    let (mut memory, _) = GuestMemory::of(&mut caller)?;
    Ok(memory.answer(|memory| {
        memory.write(count, &0_u32.to_le_bytes())?;
        memory.write(bytes, &0_u32.to_le_bytes())
    }))
}

/// Random bytes, in pieces, so that a guest that asks for gigabytes still ends at its deadline.
fn random_get(mut caller: Caller<'_, RunState>, at: i32, len: i32) -> Answer {
    const PIECE_BYTES: usize = 1 << 20;
    let (mut memory, state) = GuestMemory::of(&mut caller)?;
    let Some(bytes) = memory.slice_mut(at, len) else { return Ok(errno::FAULT) };
    for piece in bytes.chunks_mut(PIECE_BYTES) {
        if !Safeguard::RandomBytes.is_off() {
            state.end.check()?;
        }
        state.fill_random(piece).map_err(|_| HostStop::NoRandomness)?;
    }
    Ok(errno::SUCCESS)
}
