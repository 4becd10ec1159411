//! Where a program was when a limit ended it.

use std::time::{Duration, Instant};

use wasmtime::{Store, WasmResults};

use super::{RunState, end::RunEnd};
use crate::{BusyLoop, CancelToken};

/// What each question may cost, in instructions and time: a hundred times what it takes.
const FUEL: u64 = 1_000_000;
const TIME: Duration = Duration::from_millis(10);

/// The line of the program that was running when the guest was stopped, as the guest says.
/// `None` if it does not: the guest was stopped between any two instructions, and is asked
/// nothing else than where that was.
pub(super) fn running(store: &mut Store<RunState>) -> Option<u32> {
    ask::<u32>(store, jupan_abi::EXPORT_LINE).filter(|&line| line > 0)
}

/// The loop there that had run most often, as the guest says.
pub(super) fn busy_loop(store: &mut Store<RunState>) -> Option<BusyLoop> {
    let (line, rounds) = jupan_abi::unpack_location(ask(store, jupan_abi::EXPORT_LOOP)?);
    (line > 0 && rounds > 0).then_some(BusyLoop { line, rounds })
}

/// What the guest's function `export` gives, within bounds of its own.
fn ask<T: WasmResults + Sync>(store: &mut Store<RunState>, export: &str) -> Option<T> {
    let instance = store.data().instance?;
    store.set_fuel(FUEL).ok()?;
    let end = RunEnd::new(Instant::now() + TIME, CancelToken::new());
    store.data_mut().end = end.clone();
    let answer = end.drive(async {
        let asked = instance.get_typed_func::<(), T>(&mut *store, export).ok()?;
        asked.call_async(&mut *store, ()).await.ok()
    });
    answer.ok().flatten()
}
