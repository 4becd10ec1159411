//! One program, from source text to the way it ended.

use jupan_abi::{Ending, GuestRequest};
use ruff_python_ast::Stmt;
use rustpython_compiler::{core::SourceFileBuilder, parser};
use rustpython_vm::{
    AsObject as _, PyObjectRef, PyRef, PyResult, VirtualMachine,
    builtins::{PyBaseExceptionRef, PyCode},
    compiler::Mode,
};

use crate::{interpreter::Python, report};

/// The name under which tracebacks know the program; `bootstrap.py` has it as well.
const FILE_NAME: &str = "program.py";

/// Runs the program of `request`.
pub(crate) fn run(python: &Python, request: GuestRequest) -> Ending {
    python.interpreter.enter(|vm| {
        let ending = start(python, vm, &request);
        // Exit functions, and finalizers if the program has any, run after the program's end
        // is settled, as in CPython: what goes wrong in them is for stderr.
        let has_finalizers = request.code.contains("__del__");
        let _ = python.end.call((has_finalizers,), vm);
        ending
    })
}

fn start(python: &Python, vm: &VirtualMachine, request: &GuestRequest) -> Ending {
    let source = vm.ctx.new_str(request.code.as_str());
    if let Err(error) = python.begin.call((source, request.seed), vm) {
        return failed(python, vm, error);
    }
    if let Some(inputs) = &request.inputs
        && let Err(error) = python.bind.call((vm.ctx.new_str(inputs.as_str()),), vm)
    {
        return Ending::BadInputs { message: report::describe(python, vm, &error).message };
    }
    let code = match compile(vm, &request.code) {
        Ok(code) => code,
        Err(error) => return Ending::Syntax(report::describe(python, vm, &error)),
    };
    match vm.run_code_obj(code, python.main.clone()).and_then(|value| show(python, vm, value)) {
        Ok(result) => Ending::Completed { result },
        Err(error) => failed(python, vm, error),
    }
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

/// Compiles the program so that it gives the value of its last statement, if that is an
/// expression.
fn compile(vm: &VirtualMachine, source: &str) -> PyResult<PyRef<PyCode>> {
    if source.contains('\0') {
        let message = "source code string cannot contain null bytes";
        return Err(vm.new_exception_msg(vm.ctx.exceptions.syntax_error.to_owned(), message.into()));
    }
    let mode = if ends_in_expression(source) { Mode::BlockExpr } else { Mode::Exec };
    vm.compile(source, mode, FILE_NAME).map_err(|error| error.into_pyexception(vm, Some(source)))
}

/// Whether the last statement is an expression. Source that does not parse has none; what is
/// wrong with it is for the compiler to say.
fn ends_in_expression(source: &str) -> bool {
    // Nesting that the compiler refuses is refused here as well, before a tree is built that
    // is too deep to be dropped.
    let file = SourceFileBuilder::new(FILE_NAME, source).finish();
    if rustpython_compiler::pre_parse_source_error(&file).is_err() {
        return false;
    }
    parser::parse_module(source)
        .is_ok_and(|module| matches!(module.suite().last(), Some(Stmt::Expr(_))))
}
