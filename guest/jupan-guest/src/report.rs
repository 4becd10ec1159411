//! From a Python exception to the report's fields.

use std::borrow::Cow;

use jupan_abi::PythonError;
use rustpython_vm::{
    AsObject as _, PyObject, PyObjectRef, PyResult, VirtualMachine,
    builtins::{PyBaseExceptionRef, PyStr},
};

use crate::interpreter::Python;

/// Takes an exception apart. Never fails: where Python code of the program gets in the way
/// (a `__str__` that raises, a patched `traceback`), what can be known without it is told.
pub(crate) fn describe(
    python: &Python,
    vm: &VirtualMachine,
    error: &PyBaseExceptionRef,
) -> PythonError {
    let exceptions = &vm.ctx.exceptions;
    let mut described = python
        .describe
        .call((error.clone(),), vm)
        .and_then(|parts| fields(vm, &parts))
        .unwrap_or_else(|_| PythonError {
            type_name: error.class().name().to_string(),
            message: "<exception cannot be shown>".to_owned(),
            ..PythonError::default()
        });
    described.is_memory_error = error.fast_isinstance(exceptions.memory_error);
    described.is_recursion_error = error.fast_isinstance(exceptions.recursion_error);
    described
}

/// A Python string as text.
pub(crate) fn text(value: &PyObject) -> String {
    match value.downcast_ref::<PyStr>() {
        Some(text) => escaped(text).into_owned(),
        None => format!("<{} instead of text>", value.class().name()),
    }
}

/// The text of a Python string. A lone surrogate, which no text can hold, becomes its escape.
pub(crate) fn escaped(text: &PyStr) -> Cow<'_, str> {
    match text.to_str() {
        Some(text) => Cow::Borrowed(text),
        None => text
            .as_wtf8()
            .code_points()
            .map(|point| match point.to_char() {
                Some(char) => char.to_string(),
                None => format!("\\u{:04x}", point.to_u32()),
            })
            .collect(),
    }
}

/// `(type name, message, line or None, traceback)` of `bootstrap.describe`.
fn fields(vm: &VirtualMachine, parts: &PyObjectRef) -> PyResult<PythonError> {
    let parts: Vec<PyObjectRef> = parts.try_to_value(vm)?;
    let [type_name, message, line, traceback] = &parts[..] else {
        return Err(vm.new_type_error("an exception has four parts"));
    };
    Ok(PythonError {
        type_name: text(type_name),
        message: text(message),
        line: line.try_to_value::<u32>(vm).ok().filter(|&line| line > 0),
        traceback: text(traceback),
        ..PythonError::default()
    })
}
