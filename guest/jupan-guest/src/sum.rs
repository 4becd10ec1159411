//! `sum`, which adds floats without losing the digits that each addition rounds away: CPython
//! does so since 3.12, the interpreter does not.

use rustpython_vm::{
    AsObject as _, PyObject, PyObjectRef, PyResult, VirtualMachine,
    builtins::{PyFloat, PyInt},
    function::FuncArgs,
    protocol::PyIter,
};

/// The function. What it does not add itself, and calls that are wrong, are the interpreter's.
pub(crate) fn function(vm: &VirtualMachine) -> PyResult<PyObjectRef> {
    let plain = vm.builtins.get_attr("sum", vm)?;
    let function = vm.new_function("sum", move |args: FuncArgs, vm: &VirtualMachine| {
        let start = match (&args.args[..], args.kwargs.is_empty()) {
            ([_], true) => Some(Total::Int(0)),
            ([_, start], true) => Total::starting_with(start, vm),
            _ => None,
        };
        match start {
            Some(start) => sum(&args.args[0], start, vm),
            None => plain.call(args, vm),
        }
    });
    Ok(function.into())
}

/// What was added so far.
enum Total {
    Int(i64),
    /// A float, and what was lost on the way to it.
    Float {
        sum: f64,
        lost: f64,
    },
    Other(PyObjectRef),
}

impl Total {
    /// `None` unless `start` is a number.
    fn starting_with(start: &PyObject, vm: &VirtualMachine) -> Option<Self> {
        if let Some(float) = start.downcast_ref_if_exact::<PyFloat>(vm) {
            return Some(Self::Float { sum: float.to_f64(), lost: 0.0 });
        }
        small_int(start, vm).map(Self::Int)
    }

    fn into_object(self, vm: &VirtualMachine) -> PyObjectRef {
        match self {
            Self::Int(sum) => vm.ctx.new_int(sum).into(),
            // Nothing that is infinite, or not a number, is made one by what was lost.
            Self::Float { sum, lost } if lost.is_finite() && lost != 0.0 => {
                vm.ctx.new_float(sum + lost).into()
            }
            Self::Float { sum, .. } => vm.ctx.new_float(sum).into(),
            Self::Other(sum) => sum,
        }
    }

    fn add(self, item: &PyObject, vm: &VirtualMachine) -> PyResult<Self> {
        match &self {
            Self::Int(sum) => {
                if let Some(sum) = small_int(item, vm).and_then(|item| sum.checked_add(item)) {
                    return Ok(Self::Int(sum));
                }
            }
            Self::Float { sum, lost } => {
                if let Some(float) = item.downcast_ref_if_exact::<PyFloat>(vm) {
                    return Ok(add_float(*sum, *lost, float.to_f64()));
                }
                if let Some(item) = small_int(item, vm) {
                    #[expect(clippy::cast_precision_loss, reason = "as CPython adds them")]
                    return Ok(Self::Float { sum: sum + item as f64, lost: *lost });
                }
            }
            Self::Other(_) => {}
        }
        let was_int = matches!(self, Self::Int(_));
        let sum = vm._add(&self.into_object(vm), item)?;
        match sum.downcast_ref_if_exact::<PyFloat>(vm) {
            Some(float) if was_int => Ok(Self::Float { sum: float.to_f64(), lost: 0.0 }),
            _ => Ok(Self::Other(sum)),
        }
    }
}

/// One step of Neumaier's summation.
fn add_float(sum: f64, lost: f64, item: f64) -> Total {
    let next = sum + item;
    let rounded = if sum.abs() >= item.abs() { (sum - next) + item } else { (item - next) + sum };
    Total::Float { sum: next, lost: lost + rounded }
}

/// The value of an `int` or a `bool`, if it is not too large.
fn small_int(object: &PyObject, vm: &VirtualMachine) -> Option<i64> {
    let class = object.class();
    if !class.is(vm.ctx.types.int_type) && !class.is(vm.ctx.types.bool_type) {
        return None;
    }
    i64::try_from(object.downcast_ref::<PyInt>()?.as_bigint()).ok()
}

fn sum(iterable: &PyObjectRef, start: Total, vm: &VirtualMachine) -> PyResult {
    let iterable: PyIter = iterable.clone().get_iter(vm)?;
    let mut total = start;
    for item in iterable.iter::<PyObjectRef>(vm)? {
        total = total.add(&*item?, vm)?;
    }
    Ok(total.into_object(vm))
}
