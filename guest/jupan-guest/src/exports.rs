//! The functions that the host calls, see `jupan-abi`.

use std::cell::RefCell;

use jupan_abi::{
    ABI_VERSION, Ending, GuestReport, GuestRequest, Packages, PythonError, pack_location,
};

use crate::{allocator, compile, crash, immortal, interpreter, packages, program, warm_up};

thread_local! {
    /// The request, at an address that the host has been given.
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The report, at an address that the host has been given.
    static REPORT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

unsafe extern "C" {
    /// Made by the linker: runs the constructors of the C library. Because it is called here,
    /// the linker does not wrap every export into a call of it.
    fn __wasm_call_ctors();
}

/// Version of the contract that this guest was built with.
#[unsafe(no_mangle)]
pub extern "C" fn jupan_abi_version() -> u32 {
    ABI_VERSION
}

/// Starts the interpreter, once, before the snapshot.
#[unsafe(no_mangle)]
pub extern "C" fn jupan_init() {
    // SAFETY: the host calls this function once, before any other that runs code.
    unsafe { __wasm_call_ctors() };
    crash::install_hook();
    start_in_working_folder();
    interpreter::start();
    interpreter::with(warm_up::run);
    end_of_snapshot();
}

/// The folder of a program's files.
pub(crate) const WORKING_FOLDER: &str = "/work";

/// Every program starts in the folder of its files. The C library keeps it, so the snapshot does.
fn start_in_working_folder() {
    if let Err(error) = std::env::set_current_dir(WORKING_FOLDER) {
        panic!("there is no folder to work in: {error}");
    }
}

/// Compiles packages, in an instance that is thrown away.
#[unsafe(no_mangle)]
pub extern "C" fn jupan_compile_packages(_ptr: u32, _len: u32) -> u64 {
    let compiled = packages_handed_over().and_then(|packages| {
        interpreter::with(|python| packages::compile(python, packages))
            .encode()
            .map_err(|error| error.to_string())
    });
    match compiled {
        Ok(compiled) => REPORT.with_borrow_mut(|place| {
            *place = compiled;
            pack_location(address(place), place.len() as u32)
        }),
        Err(error) => panic!("the packages were not compiled: {error}"),
    }
}

/// Adds packages, before the snapshot.
#[unsafe(no_mangle)]
pub extern "C" fn jupan_add_packages(_ptr: u32, _len: u32) {
    match packages_handed_over() {
        Ok(packages) => interpreter::with(|python| packages::add(python, packages)),
        Err(error) => panic!("the packages were not added: {error}"),
    }
    end_of_snapshot();
}

/// Makes what is there now cheap for runs to use. To be called last before a snapshot.
fn end_of_snapshot() {
    interpreter::with(|python| python.interpreter.enter(immortal::keep_all));
    allocator::draw_line();
}

/// The packages at the address from `jupan_alloc`.
fn packages_handed_over() -> Result<Packages, String> {
    Packages::decode(&REQUEST.take()).map_err(|error| error.to_string())
}

/// Address of `len` bytes for the request.
#[unsafe(no_mangle)]
pub extern "C" fn jupan_alloc(len: u32) -> u32 {
    REQUEST.with_borrow_mut(|request| {
        *request = vec![0; len as usize];
        address(request)
    })
}

/// Runs the request that the host has put at the address from `jupan_alloc`, and gives the
/// packed location of the report.
#[unsafe(no_mangle)]
pub extern "C" fn jupan_execute(_ptr: u32, _len: u32) -> u64 {
    let request = REQUEST.take();
    let ending = match GuestRequest::decode(&request) {
        Ok(request) => interpreter::with(|python| program::run(python, request)),
        Err(error) => Ending::BadInputs { message: error.to_string() },
    };
    let report = GuestReport { ending }.encode().unwrap_or_else(|error| {
        // The report's parts are capped when it is made; this is for a cap that was forgotten.
        let ending = Ending::Exception(PythonError {
            type_name: "ReportError".to_owned(),
            message: error.to_string(),
            ..PythonError::default()
        });
        GuestReport { ending }.encode().unwrap_or_default()
    });
    REPORT.with_borrow_mut(|place| {
        *place = report;
        pack_location(address(place), place.len() as u32)
    })
}

/// Packed location of what the interpreter said when it crashed; empty if it did not.
#[unsafe(no_mangle)]
pub extern "C" fn jupan_crash_note() -> u64 {
    crash::note(|note| pack_location(address(note), note.len() as u32))
}

/// The line of the program that is running, or was when the guest was stopped; 0 if none is.
#[unsafe(no_mangle)]
pub extern "C" fn jupan_line() -> u32 {
    compile::with_file_name(rustpython_vm::frame::innermost_line).unwrap_or(0)
}

/// The loop that has run most often of those that the program is in, see `jupan-abi`.
#[unsafe(no_mangle)]
pub extern "C" fn jupan_loop() -> u64 {
    let (line, rounds) =
        compile::with_file_name(rustpython_vm::frame::busiest_loop).unwrap_or((0, 0));
    (u64::from(line) << 32) | u64::from(rounds)
}

/// Addresses of WebAssembly have 32 bits.
fn address(bytes: &[u8]) -> u32 {
    bytes.as_ptr() as usize as u32
}
