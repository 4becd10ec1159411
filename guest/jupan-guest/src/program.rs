//! One program, from source text to the way it ended.

use jupan_abi::{Ending, GuestRequest, PythonError};
use rustpython_vm::{
    AsObject as _, PyObjectRef, PyResult, VirtualMachine, builtins::PyBaseExceptionRef,
    compiler::Mode,
};

use crate::{
    allocator,
    compile::{self, compile},
    exports,
    imports::{self, Import},
    interpreter::Python,
    packages, report, source,
};

/// Runs the program of `request`.
pub(crate) fn run(python: &Python, request: GuestRequest) -> Ending {
    python.interpreter.enter(|vm| {
        let ending = start(python, vm, &request);
        // Exit functions, and finalizers if the program has any, run after the program's end
        // is settled, as in CPython: what goes wrong in them is for stderr.
        // Files are among what has something left to do: what was written to one may wait in its buffer.
        let has_finalizers =
            ["__del__", "open", "File"].iter().any(|word| request.code.contains(word));
        let _ = python.end.call((has_finalizers, request.is_kept), vm);
        ending
    })
}

fn start(python: &Python, vm: &VirtualMachine, request: &GuestRequest) -> Ending {
    let elsewhere = imports::of(&request.code, &request.elsewhere);
    if !elsewhere.is_empty() {
        return Ending::Elsewhere { packages: elsewhere };
    }
    let is_first = match begin(python, vm, request) {
        Ok(is_first) => is_first,
        Err(error) => return failed(python, vm, error),
    };
    // What an earlier program of the session has done with the packages stays.
    if (is_first || request.seed.is_some())
        && let Err(error) = packages::begin(vm, request.seed)
    {
        return failed(python, vm, error);
    }
    if let Some(inputs) = &request.inputs
        && let Err(error) = python.bind.call((vm.ctx.new_str(inputs.as_str()),), vm)
    {
        return Ending::BadInputs { message: report::describe(python, vm, &error).message };
    }
    let compiled = match compile(vm, &request.code) {
        Ok(compiled) => compiled,
        Err(error) => return Ending::Syntax(report::describe(python, vm, &error)),
    };
    if let Some(doc) = compiled.doc
        && let Err(error) = python.main.globals.set_item("__doc__", vm.ctx.new_str(doc).into(), vm)
    {
        return failed(python, vm, error);
    }
    if let Some(error) = missing(python, vm, &compiled.imports) {
        return Ending::Exception(error);
    }
    match vm
        .run_code_obj(compiled.code, python.main.clone())
        .and_then(|value| show(python, vm, value))
    {
        Ok(result) => Ending::Completed { result },
        Err(error) => failed(python, vm, error),
    }
}

/// Makes everything new that has to be, and says whether the program is the first in this
/// interpreter.
fn begin(python: &Python, vm: &VirtualMachine, request: &GuestRequest) -> PyResult<bool> {
    allocator::wipe_freed(request.is_kept);
    let source = vm.ctx.new_str(request.code.as_str());
    let begun = python.begin.call((source, request.seed, request.is_kept), vm)?;
    let parts: Vec<PyObjectRef> = begun.try_to_value(vm)?;
    let [file, is_first] = &parts[..] else {
        return Err(vm.new_type_error("a beginning has a file and says whether it is the first"));
    };
    compile::set_file_name(report::text(file));
    let is_first: bool = is_first.try_to_value(vm)?;
    if !is_first {
        // Files are new in every run; a folder that an earlier program went to is not there.
        let _ = std::env::set_current_dir(exports::WORKING_FOLDER);
    }
    Ok(is_first)
}

/// The error of the first of `imports` that is not there, which names the others as well. Nothing
/// of the program has run, but for that import.
fn missing(python: &Python, vm: &VirtualMachine, imports: &[Import]) -> Option<PythonError> {
    if imports.is_empty() {
        return None;
    }
    let names = imports.iter().map(|import| vm.ctx.new_str(import.name.as_str()).into());
    let names: PyObjectRef = vm.ctx.new_list(names.collect()).into();
    let missing: Vec<usize> = python.missing.call((names,), vm).ok()?.try_to_value(vm).ok()?;
    let mut missing = missing.into_iter().filter_map(|index| imports.get(index));
    let first = missing.next()?;
    // The statement itself, in its place, gives the error in the interpreter's own words. If it
    // gives none, the program goes on as it would have.
    let statement = format!("{}{}", "\n".repeat(first.line - 1), first.text);
    let code = compile::with_file_name(|name| vm.compile(&statement, Mode::Exec, name)).ok()?;
    let scope = source::namespace(vm, "__main__", []).ok()?;
    let error = vm.run_code_obj(code, scope).err()?;
    let mut error = report::describe(python, vm, &error);
    // The line of the first stands behind the whole message.
    let others: Vec<String> = missing
        .map(|import| match import.line == first.line {
            true => format!("'{}'", import.name),
            false => format!("'{}' in line {}", import.name, import.line),
        })
        .collect();
    if !others.is_empty() {
        error.message = format!("{}; nor {}", error.message, others.join(", "));
    }
    Some(error)
}

/// How a program ended that an exception has left.
fn failed(python: &Python, vm: &VirtualMachine, error: PyBaseExceptionRef) -> Ending {
    if error.fast_isinstance(vm.ctx.exceptions.system_exit) {
        return exited(python, vm, error).unwrap_or(Ending::Exited { code: 1, message: None });
    }
    Ending::Exception(report::describe(python, vm, &error))
}

/// The exit that `SystemExit` stands for.
fn exited(python: &Python, vm: &VirtualMachine, error: PyBaseExceptionRef) -> PyResult<Ending> {
    let parts: Vec<PyObjectRef> = python.exit_status.call((error,), vm)?.try_to_value(vm)?;
    let [code, message] = &parts[..] else {
        return Err(vm.new_type_error("an exit has a code and a message"));
    };
    let message = (!vm.is_none(message)).then(|| report::text(message));
    Ok(Ending::Exited { code: code.try_to_value(vm)?, message })
}

/// The text of the last expression's value, which is `None` for other last statements.
fn show(python: &Python, vm: &VirtualMachine, value: PyObjectRef) -> PyResult<Option<String>> {
    if vm.is_none(&value) {
        return Ok(None);
    }
    let text = python.show.call((value,), vm)?;
    Ok(Some(report::text(&text)))
}
