//! What the interpreter gets wrong and Python code mends, one topic a file: `mend/*.py`.

use rustpython_vm::{PyResult, VirtualMachine, vm::mend_syntax_errors};

use crate::source;

/// Words and places of syntax errors, in one namespace.
const SYNTAX: [&str; 4] = [
    include_str!("mend/place.py"),
    include_str!("mend/texts.py"),
    include_str!("mend/statement.py"),
    include_str!("mend/syntax.py"),
];

/// Mends, before the snapshot.
pub(crate) fn start(vm: &VirtualMachine) -> PyResult<()> {
    let scope = source::namespace(vm, "jupan_mend_syntax", [])?;
    for part in SYNTAX {
        source::run(vm, part, "<mend>", &scope)?;
    }
    mend_syntax_errors(scope.globals.get_item("mend_syntax", vm)?);
    Ok(())
}
