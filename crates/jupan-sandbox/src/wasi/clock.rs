//! Clocks: the time of day, and the time since the run started.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use wasmtime::{Caller, Linker};

use super::{Answer, GuestMemory, WASI, errno};
use crate::run::RunState;

/// The time of day.
pub(super) const REALTIME: i32 = 0;
/// The time since the run started, or in a session the time of all its runs. The two clocks of processor time answer the same: a guest
/// learns nothing of the host's uptime or of other runs.
pub(super) const MONOTONIC: i32 = 1;
/// The start of 2024, later than the formats of archives need.
const SEEDED_SECONDS: u64 = 1_704_067_200;
const PROCESS_CPUTIME: i32 = 2;
const THREAD_CPUTIME: i32 = 3;

pub(super) fn add_to_linker(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {
    linker.func_wrap(WASI, "clock_time_get", clock_time_get)?;
    linker.func_wrap(WASI, "clock_res_get", clock_res_get)?;
    Ok(())
}

/// Nanoseconds on the clock `id`, `None` if there is no such clock.
pub(super) fn now(id: i32, state: &RunState) -> Option<u64> {
    let time = match id {
        REALTIME => SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO),
        MONOTONIC | PROCESS_CPUTIME | THREAD_CPUTIME => state.clock(),
        _ => return None,
    };
    Some(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
}

fn clock_time_get(mut caller: Caller<'_, RunState>, id: i32, _precision: i64, at: i32) -> Answer {
    let (mut memory, state) = GuestMemory::of(&mut caller)?;
    let Some(time) = now(id, state) else { return Ok(errno::INVAL) };
    state.clock_was_read = true;
    Ok(memory.answer(|memory| memory.write(at, &time.to_le_bytes())))
}

/// The time that is noted for files. With a seed it is always the same, so that a run which looks
/// at it can be repeated.
pub(super) fn of_files(state: &RunState) -> u64 {
    const NANOS: u64 = 1_000_000_000;
    match state.is_repeatable() {
        true => SEEDED_SECONDS * NANOS,
        false => now(REALTIME, state).unwrap_or_default(),
    }
}

fn clock_res_get(mut caller: Caller<'_, RunState>, id: i32, at: i32) -> Answer {
    let (mut memory, state) = GuestMemory::of(&mut caller)?;
    if now(id, state).is_none() {
        return Ok(errno::INVAL);
    }
    Ok(memory.answer(|memory| memory.write(at, &1_u64.to_le_bytes())))
}
