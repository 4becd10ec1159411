//! The interpreter: started once, before the snapshot, with everything that runs have in
//! common already done.

use std::cell::OnceCell;

use rustpython_vm::{
    AsObject as _, Interpreter, PyObjectRef, PyResult, Settings, VirtualMachine, scope::Scope,
};

use crate::{decimal, library, mend, natives, source};

/// Python code that prepares the interpreter and describes exceptions.
const BOOTSTRAP: &str = include_str!("bootstrap.py");

thread_local! {
    static PYTHON: OnceCell<Python> = const { OnceCell::new() };
}

/// A started interpreter and what a run needs of it.
pub(crate) struct Python {
    pub(crate) interpreter: Interpreter,
    /// The namespace of `__main__`, empty but for what every module has.
    pub(crate) main: Scope,
    /// The namespace of `bootstrap.py`.
    pub(crate) bootstrap: Scope,
    /// `bootstrap.begin(source, seed, is_kept)`.
    pub(crate) begin: PyObjectRef,
    /// `bootstrap.bind(inputs)`.
    pub(crate) bind: PyObjectRef,
    /// `bootstrap.describe(exception)`.
    pub(crate) describe: PyObjectRef,
    /// `bootstrap.exit_status(exception)`.
    pub(crate) exit_status: PyObjectRef,
    /// `bootstrap.show(value)`.
    pub(crate) show: PyObjectRef,
    /// `bootstrap.missing(names)`.
    pub(crate) missing: PyObjectRef,
    /// `bootstrap.end(has_finalizers, is_kept)`.
    pub(crate) end: PyObjectRef,
    /// `bootstrap.settle()`.
    pub(crate) settle: PyObjectRef,
}

/// Starts the interpreter. A failure ends the image build: its words go to stderr.
pub(crate) fn start() {
    let builder = Interpreter::builder(settings());
    let modules = rustpython_stdlib::stdlib_module_defs(&builder.ctx);
    let interpreter = builder
        .add_native_modules(&modules)
        .add_frozen_modules(rustpython_pylib::FROZEN_STDLIB)
        .build();
    let python = interpreter.enter(|vm| {
        prepare(vm).map_err(|error| {
            let mut words = String::new();
            let _ = vm.write_exception(&mut words, &error);
            words
        })
    });
    match python {
        Ok(prepared) => PYTHON.with(|place| {
            let _ = place.set(prepared.with(interpreter));
        }),
        Err(words) => panic!("the interpreter did not start: {words}"),
    }
}

/// Gives `run` the started interpreter.
pub(crate) fn with<T>(run: impl FnOnce(&Python) -> T) -> T {
    PYTHON.with(|place| match place.get() {
        Some(python) => run(python),
        None => panic!("the interpreter was not started"),
    })
}

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.isolated = true;
    settings.ignore_environment = true;
    settings.import_site = false;
    settings.user_site_directory = false;
    settings.install_signal_handlers = false;
    settings.write_bytecode = false;
    // What is written is with the host at once: nothing is lost when a limit ends the run.
    settings.buffered_stdio = false;
    settings.stdio_encoding = Some("utf-8".to_owned());
    settings.stdio_errors = Some("strict".to_owned());
    settings
}

/// [`Python`] without its interpreter, which is lent out while this is made.
struct Prepared {
    main: Scope,
    bootstrap: Scope,
    functions: [PyObjectRef; 8],
}

impl Prepared {
    fn with(self, interpreter: Interpreter) -> Python {
        let Self { main, bootstrap, functions } = self;
        let [begin, bind, describe, exit_status, show, missing, end, settle] = functions;
        Python {
            interpreter,
            main,
            bootstrap,
            begin,
            bind,
            describe,
            exit_status,
            show,
            missing,
            end,
            settle,
        }
    }
}

fn prepare(vm: &VirtualMachine) -> PyResult<Prepared> {
    let main = vm.new_scope_with_main()?;
    let bootstrap = source::namespace(vm, "jupan_bootstrap", natives::functions(vm))?;
    bootstrap.globals.set_item("main", main.globals.as_object().to_owned(), vm)?;
    natives::bound_repetition(vm);
    natives::end_sources(vm)?;
    let start_library = vm.new_function("start_library", library::start);
    bootstrap.globals.set_item("start_library", start_library.into(), vm)?;
    source::run(vm, BOOTSTRAP, "<bootstrap>", &bootstrap)?;
    decimal::start(vm)?;
    mend::start(vm)?;
    let function = |name: &str| bootstrap.globals.get_item(name, vm);
    let functions = [
        function("begin")?,
        function("bind")?,
        function("describe")?,
        function("exit_status")?,
        function("show")?,
        function("missing")?,
        function("end")?,
        function("settle")?,
    ];
    Ok(Prepared { main, bootstrap, functions })
}
