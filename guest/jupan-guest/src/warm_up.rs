//! Programs that are run before the snapshot, so that every run starts with an interpreter that
//! is warm.

use jupan_abi::GuestRequest;
use rustpython_vm::{PyResult, VirtualMachine};

use crate::{interpreter::Python, natives, program};

/// The programs, see there.
const PROGRAMS: &str = include_str!("warm_up.py");
pub(crate) const END: &str = "\n# ---\n";

/// How often each is run. The interpreter specialises code that it has met a few times.
const ROUNDS: usize = 12;

/// Runs the programs, and makes `__main__` what it was before.
pub(crate) fn run(python: &Python) {
    run_programs(python, PROGRAMS, ROUNDS);
}

/// Runs `programs`, parted by [`END`], `rounds` times.
pub(crate) fn run_programs(python: &Python, programs: &str, rounds: usize) {
    natives::mute(true);
    for code in std::iter::repeat_n(programs.split(END), rounds).flatten() {
        let request = GuestRequest {
            code: code.to_owned(),
            inputs: None,
            seed: Some(0),
            elsewhere: Vec::new(),
            is_kept: false,
        };
        program::run(python, request);
        python.interpreter.enter(|vm| {
            if let Err(error) = settle(python, vm) {
                vm.print_exception(&error);
                panic!("the warm-up left something behind");
            }
        });
    }
    natives::mute(false);
}

/// Calls `bootstrap.settle()`.
fn settle(python: &Python, vm: &VirtualMachine) -> PyResult<()> {
    python.settle.call((), vm).map(drop)
}
