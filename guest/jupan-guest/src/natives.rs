//! Native functions that take the place of the interpreter's own: where those are wrong, or so
//! slow that it matters.

use std::{
    cell::{Cell, RefCell},
    fs::File,
    io::Write as _,
    mem::ManuallyDrop,
    os::fd::{FromRawFd as _, RawFd},
};

use rustpython_vm::{
    AsObject as _, PyObject, PyObjectRef, PyResult, VirtualMachine,
    builtins::{PyBaseExceptionRef, PyInt, PyStrRef, PyType},
    function::FuncArgs,
    protocol::PyIter,
    types::PyComparisonOp,
};

/// The functions by the names under which `bootstrap.py` finds them.
pub(crate) fn functions(vm: &VirtualMachine) -> [(&'static str, PyObjectRef); 9] {
    [
        ("max", vm.new_function("max", max).into()),
        ("min", vm.new_function("min", min).into()),
        ("write_stdout", vm.new_function("write", write_stdout).into()),
        ("write_stderr", vm.new_function("write", write_stderr).into()),
        ("defer_random", vm.new_function("defer_random", defer_random).into()),
        ("start_random", vm.new_function("start_random", start_random).into()),
        ("settle_random", vm.new_function("settle_random", settle_random).into()),
        ("random_function", vm.new_function("random", random).into()),
        ("getrandbits_function", vm.new_function("getrandbits", getrandbits).into()),
    ]
}

/// The generator of the module `random`.
struct DeferredRandom {
    /// Seeds it; `None` once that has happened.
    start: Option<PyObjectRef>,
    random: PyObjectRef,
    getrandbits: PyObjectRef,
}

thread_local! {
    static RANDOM: RefCell<Option<DeferredRandom>> = const { RefCell::new(None) };
}

/// Has `start` called before the first number is drawn.
fn defer_random(start: PyObjectRef, random: PyObjectRef, getrandbits: PyObjectRef) {
    RANDOM.set(Some(DeferredRandom { start: Some(start), random, getrandbits }));
}

/// Seeds the generator unless it is.
fn start_random(vm: &VirtualMachine) -> PyResult<()> {
    match settle_random() {
        Some(start) => start.call((), vm).map(drop),
        None => Ok(()),
    }
}

/// Leaves the generator's state to whoever has set it.
fn settle_random() -> Option<PyObjectRef> {
    RANDOM.with_borrow_mut(|random| random.as_mut()?.start.take())
}

/// One of the generator's own functions, once it is seeded.
fn random_function(
    function: fn(&DeferredRandom) -> &PyObjectRef,
    vm: &VirtualMachine,
) -> PyResult<PyObjectRef> {
    start_random(vm)?;
    RANDOM
        .with_borrow(|random| random.as_ref().map(|random| function(random).clone()))
        .ok_or_else(|| vm.new_runtime_error("the generator is not there".to_owned()))
}

fn random(vm: &VirtualMachine) -> PyResult {
    random_function(|random| &random.random, vm)?.call((), vm)
}

fn getrandbits(args: FuncArgs, vm: &VirtualMachine) -> PyResult {
    random_function(|random| &random.getrandbits, vm)?.call(args, vm)
}

/// Makes a sequence times a number beyond the address space a `MemoryError`, as it is on
/// machines of 64 bits. The interpreter finds that the number does not fit its 32 bits.
pub(crate) fn bound_repetition(vm: &VirtualMachine) {
    let types = &vm.ctx.types;
    for class in
        [types.str_type, types.bytes_type, types.bytearray_type, types.list_type, types.tuple_type]
    {
        let class: &PyType = class;
        class.slots.as_number.multiply.store(Some(repeat));
        class.slots.as_number.right_multiply.store(Some(repeat));
    }
}

/// Refuses what cannot be, and leaves everything else to the interpreter.
fn repeat(left: &PyObject, right: &PyObject, vm: &VirtualMachine) -> PyResult {
    let (sequence, count) = match (left.downcast_ref::<PyInt>(), right.downcast_ref::<PyInt>()) {
        (None, Some(count)) => (left, count),
        (Some(count), None) => (right, count),
        _ => return Ok(vm.ctx.not_implemented()),
    };
    if *count.as_bigint() > i32::MAX.into() && sequence.length(vm)? > 0 {
        return Err(vm.new_memory_error(""));
    }
    Ok(vm.ctx.not_implemented())
}

fn max(args: FuncArgs, vm: &VirtualMachine) -> PyResult {
    extreme(args, vm, "max", PyComparisonOp::Gt)
}

fn min(args: FuncArgs, vm: &VirtualMachine) -> PyResult {
    extreme(args, vm, "min", PyComparisonOp::Lt)
}

/// `max` and `min`, one element at a time: the interpreter's own collect the iterable first,
/// which an endless or a large one does not allow.
fn extreme(
    mut args: FuncArgs,
    vm: &VirtualMachine,
    name: &'static str,
    op: PyComparisonOp,
) -> PyResult {
    if args.args.is_empty() {
        return Err(vm.new_type_error(format!("{name} expected at least 1 argument, got 0")));
    }
    let default = args.take_keyword("default");
    let key = args.take_keyword("key").filter(|key| !vm.is_none(key));
    if let Some(error) = args.check_kwargs_empty_for(vm, name) {
        return Err(error);
    }
    let iterable = if args.args.len() > 1 {
        if default.is_some() {
            return Err(vm.new_type_error(format!(
                "Cannot specify a default for {name}() with multiple positional arguments"
            )));
        }
        vm.ctx.new_tuple(args.args).into()
    } else {
        args.args.remove(0)
    };
    let key_of = |value: &PyObjectRef| match &key {
        Some(key) => key.call((value.clone(),), vm),
        None => Ok(value.clone()),
    };
    let iterator: PyIter = iterable.get_iter(vm)?;
    let mut values = iterator.iter::<PyObjectRef>(vm)?;
    let Some(first) = values.next() else {
        return default
            .ok_or_else(|| vm.new_value_error(format!("{name}() iterable argument is empty")));
    };
    let mut best = first?;
    let mut best_key = key_of(&best)?;
    for value in values {
        let value = value?;
        let value_key = key_of(&value)?;
        if value_key.rich_compare_bool(&best_key, op, vm)? {
            best = value;
            best_key = value_key;
        }
    }
    Ok(best)
}

fn write_stdout(text: PyStrRef, vm: &VirtualMachine) -> PyResult<usize> {
    match text.to_str() {
        Some(valid) => write(1, valid.as_bytes(), vm)?,
        None => return Err(surrogates_not_allowed(text, vm)),
    }
    Ok(text.char_len())
}

/// Like stdout, but what UTF-8 cannot hold is written as its escape.
fn write_stderr(text: PyStrRef, vm: &VirtualMachine) -> PyResult<usize> {
    write(2, crate::report::escaped(&text).as_bytes(), vm)?;
    Ok(text.char_len())
}

/// The error that encoding `text`, which holds a lone surrogate, gives.
fn surrogates_not_allowed(text: PyStrRef, vm: &VirtualMachine) -> PyBaseExceptionRef {
    match vm.call_method(text.as_object(), "encode", (vm.ctx.new_str("utf-8"),)) {
        Err(error) => error,
        Ok(_) => vm.new_value_error("text is not valid"),
    }
}

thread_local! {
    static IS_MUTE: Cell<bool> = const { Cell::new(false) };
}

/// Whether what is written goes nowhere.
pub(crate) fn mute(is_mute: bool) {
    IS_MUTE.set(is_mute);
}

/// Writes all of `bytes` to the host at once: a host call costs less than a buffer that every
/// way out would have to flush. The host takes everything, or ends the run.
fn write(fd: RawFd, bytes: &[u8], vm: &VirtualMachine) -> PyResult<()> {
    if IS_MUTE.get() {
        return Ok(());
    }
    // SAFETY: 1 and 2 are the standard streams. A program that has closed one gets an error
    // from the host; no other file can take its place, since there are none. The file is not
    // dropped, so it does not close the stream.
    let mut stream = ManuallyDrop::new(unsafe { File::from_raw_fd(fd) });
    stream.write_all(bytes).map_err(|error| vm.new_os_error(error.to_string()))
}
