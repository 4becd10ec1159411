//! Native functions that take the place of the interpreter's own: where those are wrong, or so
//! slow that it matters.

use std::{
    borrow::Cow,
    cell::Cell,
    fs::File,
    io::Write as _,
    mem::ManuallyDrop,
    os::fd::{FromRawFd as _, RawFd},
};

use rustpython_vm::{
    AsObject as _, PyObject, PyObjectRef, PyResult, VirtualMachine,
    builtins::{PyBaseExceptionRef, PyInt, PyStr, PyStrRef, PyType},
    function::FuncArgs,
    protocol::PyIter,
    types::PyComparisonOp,
};

/// The functions by the names under which `bootstrap.py` finds them.
pub(crate) fn functions(vm: &VirtualMachine) -> [(&'static str, PyObjectRef); 4] {
    [
        ("max", vm.new_function("max", max).into()),
        ("min", vm.new_function("min", min).into()),
        ("write_stdout", vm.new_function("write", write_stdout).into()),
        ("write_stderr", vm.new_function("write", write_stderr).into()),
    ]
}

/// Has the builtins that read source text end it as CPython does, see [`ended`].
pub(crate) fn end_sources(vm: &VirtualMachine) -> PyResult<()> {
    for name in ["compile", "eval", "exec"] {
        let plain = vm.builtins.get_attr(name, vm)?;
        let wrapped = vm.new_function(name, move |mut args: FuncArgs, vm: &VirtualMachine| {
            if let Some(source) = args.args.first_mut()
                && let Some(text) = source.downcast_ref_if_exact::<PyStr>(vm)
                && let Some(text) = text.to_str()
                && let Cow::Owned(text) = ended(text)
            {
                *source = vm.ctx.new_str(text).into();
            }
            plain.call(args, vm)
        });
        vm.builtins.set_attr(name, wrapped, vm)?;
    }
    Ok(())
}

/// `source` with an end of its last line, if its last character is outside of ASCII. CPython
/// ends any last line; the parser here needs it where a text is not closed.
pub(crate) fn ended(source: &str) -> Cow<'_, str> {
    if source.as_bytes().last().is_some_and(|byte| !byte.is_ascii()) {
        Cow::Owned(format!("{source}\n"))
    } else {
        Cow::Borrowed(source)
    }
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
    if *count.as_bigint() > i64::MAX.into() {
        return Err(vm.new_overflow_error("cannot fit 'int' into an index-sized integer"));
    }
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
