//! Where a program was when a limit ended it.

use std::time::{Duration, Instant};

use wasmtime::Store;

use super::{RunState, end::RunEnd};
use crate::CancelToken;

/// What asking for the line may cost, in instructions and time: a hundred times what it takes.
const FUEL: u64 = 1_000_000;
const TIME: Duration = Duration::from_millis(10);

/// The line of the program that was running when the guest was stopped, as the guest says.
/// `None` if it does not: the guest was stopped between any two instructions, and is asked
/// nothing else after that.
pub(super) fn running(store: &mut Store<RunState>) -> Option<u32> {
    let instance = store.data().instance?;
    store.set_fuel(FUEL).ok()?;
    let end = RunEnd::new(Instant::now() + TIME, CancelToken::new());
    store.data_mut().end = end.clone();
    let line = end.drive(async {
        let line = instance.get_typed_func::<(), u32>(&mut *store, jupan_abi::EXPORT_LINE).ok()?;
        line.call_async(&mut *store, ()).await.ok()
    });
    line.ok().flatten().filter(|&line| line > 0)
}
