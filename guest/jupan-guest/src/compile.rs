//! From source text to code.

use std::{borrow::Cow, cell::RefCell};

use ruff_python_ast::{Mod, ModModule, Stmt};
use rustpython_compiler::{
    codegen::compile::CompileOpts,
    core::SourceFileBuilder,
    parser::{self, ParseOptions},
};
use rustpython_vm::{PyRef, PyResult, VirtualMachine, builtins::PyCode, compiler::Mode};

use crate::{
    imports::{self, Import},
    natives,
};

/// The name under which tracebacks know a program that is alone; `bootstrap.py` has it as well.
const FILE_NAME: &str = "program.py";

thread_local! {
    /// The name of the program that runs, as `bootstrap.begin` gave it.
    static FILE: RefCell<Cow<'static, str>> = const { RefCell::new(Cow::Borrowed(FILE_NAME)) };
}

/// Has tracebacks know the program that comes as `name`.
pub(crate) fn set_file_name(name: String) {
    FILE.set(Cow::Owned(name));
}

/// Gives `then` the name of the program that runs.
pub(crate) fn with_file_name<T>(then: impl FnOnce(&str) -> T) -> T {
    FILE.with_borrow(|name| then(name))
}

/// A program that can be run.
pub(crate) struct Compiled {
    pub(crate) code: PyRef<PyCode>,
    /// The text at its start that describes it. The compiler forgets it for a program that ends
    /// in an expression.
    pub(crate) doc: Option<String>,
    /// What it imports for certain.
    pub(crate) imports: Vec<Import>,
}

/// Compiles the program so that it gives the value of its last statement, if that is an
/// expression.
pub(crate) fn compile(vm: &VirtualMachine, source: &str) -> PyResult<Compiled> {
    if source.contains('\0') {
        let message = "source code string cannot contain null bytes";
        return Err(vm.new_exception_msg(vm.ctx.exceptions.syntax_error.to_owned(), message.into()));
    }
    let source = &*natives::ended(source);
    let module = parse(source);
    let last = module.as_ref().and_then(|module| module.body.last());
    let doc = module.as_ref().and_then(doc_string).map(str::to_owned);
    let imports = module.as_ref().map(|module| imports::certain(source, module));
    let mode = if matches!(last, Some(Stmt::Expr(_))) { Mode::BlockExpr } else { Mode::Exec };
    // `__main__` has its globals as its locals.
    let opts = CompileOpts { module_names_are_global: true, ..vm.compile_opts() };
    let file = &*FILE.with_borrow(Clone::clone);
    let code = match without_warnings(vm, source, file, mode, opts.clone()) {
        Some(code) => code,
        None => vm
            .compile_with_opts(source, mode, file, opts)
            .map_err(|error| error.into_pyexception(vm, Some(source)))?,
    };
    Ok(Compiled { code, doc, imports: imports.unwrap_or_default() })
}

/// The code of a program that gives the compiler nothing to complain or to warn about, in half
/// the time: to find what to warn about in texts and numbers, it reads the program twice more.
fn without_warnings(
    vm: &VirtualMachine,
    source: &str,
    file: &str,
    mode: Mode,
    opts: CompileOpts,
) -> Option<PyRef<PyCode>> {
    let has_escapes = source.contains('\\');
    let has_suffixes = source
        .as_bytes()
        .windows(2)
        .any(|pair| pair[0].is_ascii_digit() && pair[1].is_ascii_alphabetic());
    if has_escapes || has_suffixes {
        return None;
    }
    let mut has_warnings = false;
    let mut note_warning = |_, _| {
        has_warnings = true;
        Ok(())
    };
    let code = rustpython_compiler::compile_with_syntax_warning_handler(
        source,
        mode,
        file,
        opts,
        &mut note_warning,
    );
    code.ok().filter(|_| !has_warnings).map(|code| PyCode::new_ref_from_bytecode(vm, code))
}

fn doc_string(module: &ModModule) -> Option<&str> {
    match module.body.first()? {
        Stmt::Expr(first) => Some(first.value.as_string_literal_expr()?.value.to_str()),
        _ => None,
    }
}

/// The program's tree. `None` if it does not parse: what is wrong with it is for the compiler
/// to say.
pub(crate) fn parse(source: &str) -> Option<ModModule> {
    // Nesting that the compiler refuses is refused here as well, before a tree is built that
    // is too deep to be dropped.
    let file = SourceFileBuilder::new(FILE_NAME, source).finish();
    rustpython_compiler::pre_parse_source_error(&file).ok()?;
    let parsed = parser::parse(source, ParseOptions::from(parser::Mode::Module)).ok()?;
    match parsed.into_syntax() {
        Mod::Module(module) => Some(module),
        Mod::Expression(_) => None,
    }
}
