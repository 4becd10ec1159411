//! Python code of the guest's own, which runs before the snapshot.

use rustpython_vm::{PyObjectRef, PyResult, VirtualMachine, compiler::Mode, scope::Scope};

/// A namespace for code that calls itself `name`, with `functions` in it.
pub(crate) fn namespace(
    vm: &VirtualMachine,
    name: &str,
    functions: impl IntoIterator<Item = (&'static str, PyObjectRef)>,
) -> PyResult<Scope> {
    let scope = vm.new_scope_with_builtins();
    scope.globals.set_item("__name__", vm.ctx.new_str(name).into(), vm)?;
    for (name, function) in functions {
        scope.globals.set_item(name, function, vm)?;
    }
    Ok(scope)
}

/// Runs `source`, which tracebacks know as `file`, in `scope`.
pub(crate) fn run(vm: &VirtualMachine, source: &str, file: &str, scope: &Scope) -> PyResult<()> {
    let code = vm
        .compile(source, Mode::Exec, file)
        .map_err(|error| error.into_pyexception(vm, Some(source)))?;
    vm.run_code_obj(code, scope.clone()).map(drop)
}
