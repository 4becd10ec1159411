//! What the interpreter gets wrong and Python code mends, one topic a file: `mend/*.py`.

use rustpython_vm::{PyResult, VirtualMachine, compiler::Mode, vm::mend_syntax_errors};

/// Words and places of syntax errors.
const SYNTAX: &str = include_str!("mend/syntax.py");

/// Mends, before the snapshot.
pub(crate) fn start(vm: &VirtualMachine) -> PyResult<()> {
    let scope = vm.new_scope_with_builtins();
    let name = vm.ctx.new_str("jupan_mend_syntax");
    scope.globals.set_item("__name__", name.into(), vm)?;
    let code = vm
        .compile(SYNTAX, Mode::Exec, "<mend>")
        .map_err(|error| error.into_pyexception(vm, Some(SYNTAX)))?;
    vm.run_code_obj(code, scope.clone())?;
    mend_syntax_errors(scope.globals.get_item("mend_syntax", vm)?);
    Ok(())
}
