//! Packages that are added before the snapshot: their code lies in memory, compressed, until it
//! is imported.

use std::{cell::RefCell, collections::HashMap};

use jupan_abi::{PackageModule, Packages};
use rustpython_compiler::core::frozen::FrozenCodeObject;
use rustpython_vm::{
    AsObject as _, PyObjectRef, PyResult, VirtualMachine,
    builtins::{PyCode, PyStrRef},
    compiler::Mode,
};

use crate::{interpreter::Python, source, warm_up};

/// Finds the modules, and defines what is done before and after they are imported.
const FINDER: &str = include_str!("packages.py");
/// The folder that the modules seem to come from.
const FOLDER: &str = "/lib/site-packages/";
/// How often each program of the warm-up is run.
const ROUNDS: usize = 3;

thread_local! {
    static MODULES: RefCell<HashMap<String, PackageModule>> = RefCell::default();
    /// Called before each run with its seed.
    static BEGIN: RefCell<Option<PyObjectRef>> = const { RefCell::new(None) };
}

/// `packages` with code in place of source texts. A text that does not compile ends the image
/// build.
pub(crate) fn compile(python: &Python, mut packages: Packages) -> Packages {
    python.interpreter.enter(|vm| {
        for module in &mut packages.modules {
            let code = std::str::from_utf8(&module.body)
                .map_err(|error| error.to_string())
                .and_then(|source| compile_module(vm, source, &module.path));
            match code {
                Ok(code) => module.body = code,
                Err(error) => panic!("{} does not compile: {error}", module.path),
            }
        }
    });
    packages
}

fn compile_module(vm: &VirtualMachine, source: &str, path: &str) -> Result<Vec<u8>, String> {
    let path = format!("{FOLDER}{path}");
    // What a package's own source is warned about is no concern of a program.
    let code = rustpython_compiler::compile_with_syntax_warning_handler(
        source,
        Mode::Exec,
        &path,
        vm.compile_opts(),
        &mut |_, _| Ok(()),
    )
    .map_err(|error| error.to_string())?;
    Ok(FrozenCodeObject::encode(&code).bytes)
}

/// Adds `packages`, whose modules are code, imports what they say and warms it up. A failure
/// ends the image build: its words go to stderr.
pub(crate) fn add(python: &Python, packages: Packages) {
    let Packages { modules, prepare, warm_up } = packages;
    MODULES.with_borrow_mut(|known| {
        known.extend(modules.into_iter().map(|module| (module.name.clone(), module)));
    });
    python.interpreter.enter(|vm| {
        if let Err(error) = import(python, vm, &prepare) {
            vm.print_exception(&error);
            panic!("the packages cannot be imported");
        }
    });
    warm_up::run_programs(python, &warm_up, ROUNDS);
}

fn import(python: &Python, vm: &VirtualMachine, prepare: &str) -> PyResult<()> {
    let bootstrap = &python.bootstrap;
    let functions: [(&str, PyObjectRef); 2] = [
        ("module_path", vm.new_function("module_path", module_path).into()),
        ("module_code", vm.new_function("module_code", module_code).into()),
    ];
    for (name, function) in functions {
        bootstrap.globals.set_item(name, function, vm)?;
    }
    // Warnings and tracebacks leave out frames of this file, as those of every other importer.
    source::run(vm, FINDER, "<frozen importlib._bootstrap_external>", bootstrap)?;
    let scope = source::namespace(vm, "jupan_prepare", [])?;
    source::run(vm, prepare, "<prepare>", &scope)?;
    BEGIN.set(scope.globals.get_item_opt("begin", vm)?);
    bootstrap.globals.get_item("keep_imported", vm)?.call((), vm)?;
    Ok(())
}

/// Makes new in the packages what the snapshot has frozen.
pub(crate) fn begin(vm: &VirtualMachine, seed: Option<u64>) -> PyResult<()> {
    BEGIN.with_borrow(|begin| match begin {
        Some(begin) => begin.call((seed,), vm).map(drop),
        None => Ok(()),
    })
}

/// `(path, is_package)` of a module that can be imported, else `None`.
fn module_path(name: PyStrRef) -> Option<(String, bool)> {
    let name = name.to_str()?;
    MODULES.with_borrow(|modules| {
        let module = modules.get(name)?;
        Some((format!("{FOLDER}{}", module.path), module.is_package))
    })
}

/// The code of a module. It stays when it has been imported, for programs that import anew.
fn module_code(name: PyStrRef, vm: &VirtualMachine) -> PyResult {
    let body = name.to_str().and_then(|name| {
        MODULES.with_borrow(|modules| modules.get(name).map(|module| module.body.clone()))
    });
    match body {
        Some(bytes) => {
            Ok(PyCode::new_ref_from_frozen(vm, FrozenCodeObject { bytes }).as_object().to_owned())
        }
        None => Err(vm.new_runtime_error("the module is not there")),
    }
}
