//! Decimal arithmetic in native code.
//!
//! The interpreter has the standard library's `_pydecimal`, which is right and a hundred times as
//! slow as the C module that programs are used to. So the methods of its class `Decimal` that
//! programs use most get a native way for the common case: finite operands, results within the
//! context's range, nothing trapped. Whatever else comes up is left to the method that was there
//! before, which also words all errors.
//!
//! A number keeps its digits as text, as the library has it. Rounding is done on the text.

mod arithmetic;
mod number;
mod text;

use std::cmp::Ordering;

use rustpython_vm::{
    AsObject as _, Py, PyObject, PyObjectRef, PyRef, PyResult, VirtualMachine,
    builtins::{
        PyDict, PyInt, PyList, PyStr, PyStrInterned, PyType, PyTypeRef,
        descriptor::PyMemberDescriptor,
    },
    function::FuncArgs,
};

use arithmetic::Binary;
use number::{Context, Fixed, Number, Rounding};

use crate::source;

/// The largest exponent, up or down, that is worked with here. The library's default context has
/// a million.
const MAX_EXPONENT: i64 = 10_000_000;

/// The largest exponent of a power that is worked with here.
const MAX_POWER: u32 = 10_000;

/// The operations on two numbers, with the order of their operands.
const BINARY: [(&str, Binary, bool); 12] = [
    ("__add__", arithmetic::add, false),
    ("__radd__", arithmetic::add, true),
    ("__sub__", arithmetic::subtract, false),
    ("__rsub__", arithmetic::subtract, true),
    ("__mul__", arithmetic::multiply, false),
    ("__rmul__", arithmetic::multiply, true),
    ("__truediv__", arithmetic::divide, false),
    ("__rtruediv__", arithmetic::divide, true),
    ("__floordiv__", arithmetic::divide_to_integer, false),
    ("__rfloordiv__", arithmetic::divide_to_integer, true),
    ("__mod__", arithmetic::remainder, false),
    ("__rmod__", arithmetic::remainder, true),
];

const COMPARISONS: [(&str, fn(Ordering) -> bool); 5] = [
    ("__eq__", Ordering::is_eq),
    ("__lt__", Ordering::is_lt),
    ("__le__", Ordering::is_le),
    ("__gt__", Ordering::is_gt),
    ("__ge__", Ordering::is_ge),
];

/// The sign of a unary operation's result from the operand's.
const SIGNS: [(&str, fn(bool) -> bool); 3] = [
    ("__pos__", |is_negative| is_negative),
    ("__neg__", |is_negative| !is_negative),
    ("__abs__", |_| false),
];

/// A class whose comparisons are all native has subclasses that the interpreter takes to have none.
const COMPARED_IN_PYTHON: &str = "
def __ne__(self, other):
    result = self.__eq__(other)
    return result if result is NotImplemented else not result

Decimal.__ne__ = __ne__
";

/// Gives the class `Decimal` its native methods.
pub(crate) fn start(vm: &VirtualMachine) -> PyResult<()> {
    let library = Library::load(vm)?;
    for (name, operation, is_reflected) in BINARY {
        library.replace(name, vm, move |args, vm| {
            let [left, right] = positional(args) else { return Ok(None) };
            let (Some(left), Some(right)) = (library.number(left, vm), library.number(right, vm))
            else {
                return Ok(None);
            };
            let (left, right) = if is_reflected { (right, left) } else { (left, right) };
            library.in_context(vm, |context| operation(left, right, context))
        })?;
    }
    for (name, is_so) in COMPARISONS {
        library.replace(name, vm, move |args, vm| {
            let [left, right] = positional(args) else { return Ok(None) };
            let (Some(left), Some(right)) = (library.number(left, vm), library.number(right, vm))
            else {
                return Ok(None);
            };
            Ok(Some(vm.ctx.new_bool(is_so(left.compare(&right))).into()))
        })?;
    }
    for (name, sign) in SIGNS {
        library.replace(name, vm, move |args, vm| {
            let Some(number) = library.only(args, vm) else { return Ok(None) };
            library.in_context(vm, |context| {
                let is_negative = sign(number.is_negative);
                arithmetic::with_sign(number, is_negative, context)
            })
        })?;
    }
    library.replace("sqrt", vm, |args, vm| {
        let Some(number) = library.only(args, vm) else { return Ok(None) };
        library.in_context(vm, |context| arithmetic::square_root(&number, context))
    })?;
    library.replace("__pow__", vm, |args, vm| {
        let [base, exponent] = positional(args) else { return Ok(None) };
        let (Some(base), Some(exponent)) = (library.number(base, vm), library.number(exponent, vm))
        else {
            return Ok(None);
        };
        let Some(exponent) = exponent.small_integer().filter(|e| (1..=MAX_POWER).contains(e))
        else {
            return Ok(None);
        };
        library.in_context(vm, |context| arithmetic::power(&base, exponent, context))
    })?;
    library.replace("quantize", vm, |args, vm| library.quantize(args, vm))?;
    library.replace("__bool__", vm, |args, vm| {
        let Some(number) = library.only(args, vm) else { return Ok(None) };
        Ok(Some(vm.ctx.new_bool(!number.is_zero()).into()))
    })?;
    library.replace("__str__", vm, |args, vm| {
        let text = library.only(args, vm).and_then(|number| text::show(&number));
        Ok(text.map(|text| vm.ctx.new_str(text).into()))
    })?;
    library.replace("__repr__", vm, |args, vm| {
        let text = library.only(args, vm).and_then(|number| text::show(&number));
        Ok(text.map(|text| vm.ctx.new_str(format!("Decimal('{text}')")).into()))
    })?;
    library.replace("__format__", vm, |args, vm| {
        let [number, specifier] = positional(args) else { return Ok(None) };
        let (Some(number), Some(specifier)) = (library.number(number, vm), text_of(specifier, vm))
        else {
            return Ok(None);
        };
        let Some((context, _)) = library.context(vm)? else { return Ok(None) };
        let text = text::format(number, specifier, context.rounding);
        Ok(text.map(|text| vm.ctx.new_str(text).into()))
    })?;
    library.replace_new(vm)?;
    let scope =
        source::namespace(vm, "jupan_decimal", [("Decimal", library.class.to_owned().into())])?;
    source::run(vm, COMPARED_IN_PYTHON, "<decimal>", &scope)
}

/// What the methods need of the library.
struct Library {
    class: &'static Py<PyType>,
    /// Gives the context, out of the variable that holds it.
    current_context: PyObjectRef,
    inexact: PyObjectRef,
    rounded: PyObjectRef,
    slots: Slots,
    names: Names,
}

/// A slot of the class's objects. This goes past the look-up by name, which takes longer than all
/// else that an operation does.
struct Slot(PyRef<PyMemberDescriptor>);

impl Slot {
    fn named(name: &'static str, class: &Py<PyType>, vm: &VirtualMachine) -> PyResult<Self> {
        match class.as_object().get_attr(name, vm)?.downcast() {
            Ok(descriptor) => Ok(Self(descriptor)),
            Err(_) => Err(vm.new_type_error(format!("Decimal.{name} is no slot"))),
        }
    }

    fn get(&self, object: &PyObject) -> Option<PyObjectRef> {
        self.0.value_in(object)
    }

    fn set(&self, object: &PyObject, value: PyObjectRef, vm: &VirtualMachine) -> PyResult<()> {
        self.0
            .set_in(object, value)
            .ok_or_else(|| vm.new_type_error("a number has no slot for one of its parts"))
    }
}

/// The slots of a number.
struct Slots {
    sign: Slot,
    digits: Slot,
    exponent: Slot,
    is_special: Slot,
}

/// The names of a context's attributes.
struct Names {
    precision: &'static PyStrInterned,
    rounding: &'static PyStrInterned,
    min_exponent: &'static PyStrInterned,
    max_exponent: &'static PyStrInterned,
    clamp: &'static PyStrInterned,
    flags: &'static PyStrInterned,
    traps: &'static PyStrInterned,
    ignored_flags: &'static PyStrInterned,
}

impl Library {
    fn load(vm: &VirtualMachine) -> PyResult<&'static Self> {
        let module = vm.import("_pydecimal", 0)?;
        let class: PyTypeRef = module.get_attr("Decimal", vm)?.try_into_value(vm)?;
        let class: &'static Py<PyType> = Box::leak(Box::new(class));
        let slot = |name: &'static str| Slot::named(name, class, vm);
        let name = |name: &'static str| vm.ctx.intern_str(name);
        let library = Self {
            class,
            current_context: module.get_attr("_current_context_var", vm)?.get_attr("get", vm)?,
            inexact: module.get_attr("Inexact", vm)?,
            rounded: module.get_attr("Rounded", vm)?,
            slots: Slots {
                sign: slot("_sign")?,
                digits: slot("_int")?,
                exponent: slot("_exp")?,
                is_special: slot("_is_special")?,
            },
            names: Names {
                precision: name("prec"),
                rounding: name("rounding"),
                min_exponent: name("Emin"),
                max_exponent: name("Emax"),
                clamp: name("clamp"),
                flags: name("flags"),
                traps: name("traps"),
                ignored_flags: name("_ignored_flags"),
            },
        };
        // The interpreter starts once and never ends.
        Ok(Box::leak(Box::new(library)))
    }

    /// Puts `native` before the method `name`, which goes on where it gives `None`.
    fn replace(
        &'static self,
        name: &'static str,
        vm: &VirtualMachine,
        native: impl Fn(&FuncArgs, &VirtualMachine) -> PyResult<Option<PyObjectRef>> + 'static,
    ) -> PyResult<()> {
        let plain = self.class.as_object().get_attr(name, vm)?;
        let method =
            vm.new_method(
                name,
                self.class,
                move |args: FuncArgs, vm: &VirtualMachine| match native(&args, vm)? {
                    Some(result) => Ok(result),
                    None => plain.call(args, vm),
                },
            );
        self.class.as_object().set_attr(name, method, vm)
    }

    /// Puts a native way to make numbers before the class's own.
    fn replace_new(&'static self, vm: &VirtualMachine) -> PyResult<()> {
        let plain = self.class.as_object().get_attr("__new__", vm)?;
        let native = move |args: FuncArgs, vm: &VirtualMachine| {
            if let [class, value] = positional(&args)
                && class.is(self.class.as_object())
            {
                if value.class().is(self.class) {
                    return Ok(value.clone());
                }
                let number = match text_of(value, vm) {
                    Some(text) => text::parse(text),
                    None => integer(value, vm),
                };
                if let Some(number) = number {
                    return self.make(number, vm);
                }
            }
            plain.call(args, vm)
        };
        let new = vm.new_function("__new__", native);
        let new = vm.ctx.types.staticmethod_type.as_object().call((new,), vm)?;
        self.class.as_object().set_attr("__new__", new, vm)
    }

    /// The only operand, if it is finite.
    fn only(&self, args: &FuncArgs, vm: &VirtualMachine) -> Option<Number> {
        match positional(args) {
            [number] => self.number(number, vm),
            _ => None,
        }
    }

    /// The number that `object` is: a finite one of the class itself, or an integer.
    fn number(&self, object: &PyObject, vm: &VirtualMachine) -> Option<Number> {
        if !object.class().is(self.class) {
            return integer(object, vm);
        }
        let Slots { sign, digits, exponent, is_special } = &self.slots;
        if !is_special.get(object)?.is(&vm.ctx.false_value) {
            return None;
        }
        let exponent = small(&*exponent.get(object)?)?;
        let number = Number {
            is_negative: small(&*sign.get(object)?)? == 1,
            digits: digits.get(object)?.downcast_ref::<PyStr>()?.to_str()?.to_owned(),
            exponent: (exponent.abs() <= MAX_EXPONENT).then_some(exponent)?,
        };
        (!number.digits.is_empty()).then_some(number)
    }

    /// The context in force, and its attributes; `None` if there is none yet, or one with wishes that
    /// are the library's to fulfil.
    fn context(&self, vm: &VirtualMachine) -> PyResult<Option<(Context, PyRef<PyDict>)>> {
        let Ok(object) = self.current_context.call((), vm) else { return Ok(None) };
        let Some(attributes) = object.dict() else { return Ok(None) };
        Ok(self.read_context(&attributes).map(|context| (context, attributes)))
    }

    fn read_context(&self, attributes: &Py<PyDict>) -> Option<Context> {
        let get = |name: &'static PyStrInterned| attributes.item_by_name(name);
        let number = |name| get(name).and_then(|value| small(&value));
        let ignores_flags = get(self.names.ignored_flags)?.downcast_ref::<PyList>()?.__len__() > 0;
        if ignores_flags || number(self.names.clamp)? != 0 {
            return None;
        }
        Some(Context {
            precision: number(self.names.precision)?,
            rounding: Rounding::named(
                get(self.names.rounding)?.downcast_ref::<PyStr>()?.to_str()?,
            )?,
            min_exponent: number(self.names.min_exponent)?,
            max_exponent: number(self.names.max_exponent)?,
        })
    }

    /// The result of `operation` in the context that is in force.
    fn in_context(
        &self,
        vm: &VirtualMachine,
        operation: impl FnOnce(&Context) -> Option<Fixed>,
    ) -> PyResult<Option<PyObjectRef>> {
        let Some((context, attributes)) = self.context(vm)? else { return Ok(None) };
        match operation(&context) {
            Some(fixed) => self.finish(fixed, &attributes, vm),
            None => Ok(None),
        }
    }

    fn quantize(&self, args: &FuncArgs, vm: &VirtualMachine) -> PyResult<Option<PyObjectRef>> {
        let by_name = args.kwargs.get("rounding");
        let (number, like, rounding) = match (&args.args[..], args.kwargs.len()) {
            ([number, like], 0) => (number, like, None),
            ([number, like], 1) if by_name.is_some() => (number, like, by_name),
            ([number, like, rounding], 0) => (number, like, Some(rounding)),
            _ => return Ok(None),
        };
        let (Some(number), Some(like)) = (self.number(number, vm), self.number(like, vm)) else {
            return Ok(None);
        };
        let rounding = match rounding {
            Some(rounding) if !vm.is_none(rounding) => {
                let Some(named) = text_of(rounding, vm).and_then(Rounding::named) else {
                    return Ok(None);
                };
                Some(named)
            }
            _ => None,
        };
        self.in_context(vm, |context| {
            arithmetic::quantize(number, &like, rounding.unwrap_or(context.rounding), context)
        })
    }

    /// The object for a result, with the flags that it raises; `None` if a flag is trapped.
    fn finish(
        &self,
        fixed: Fixed,
        context: &Py<PyDict>,
        vm: &VirtualMachine,
    ) -> PyResult<Option<PyObjectRef>> {
        let raised = [(&self.inexact, fixed.is_inexact), (&self.rounded, fixed.is_rounded)];
        if fixed.is_rounded {
            let (Some(traps), Some(flags)) =
                (context.item_by_name(self.names.traps), context.item_by_name(self.names.flags))
            else {
                return Ok(None);
            };
            for (signal, _) in raised.iter().filter(|(_, is_raised)| *is_raised) {
                if traps.get_item(&***signal, vm)?.is_true(vm)? {
                    return Ok(None);
                }
            }
            for (signal, _) in raised.iter().filter(|(_, is_raised)| *is_raised) {
                flags.set_item(&***signal, vm.ctx.true_value.clone().into(), vm)?;
            }
        }
        self.make(fixed.number, vm).map(Some)
    }

    /// The object that is `number`.
    fn make(&self, number: Number, vm: &VirtualMachine) -> PyResult {
        let object = vm.ctx.new_base_object(self.class.to_owned(), None);
        let Slots { sign, digits, exponent, is_special } = &self.slots;
        sign.set(&object, vm.ctx.new_int(u8::from(number.is_negative)).into(), vm)?;
        digits.set(&object, vm.ctx.new_str(number.digits).into(), vm)?;
        exponent.set(&object, vm.ctx.new_int(number.exponent).into(), vm)?;
        is_special.set(&object, vm.ctx.false_value.clone().into(), vm)?;
        Ok(object)
    }
}

/// The arguments of a call without named ones; none for others.
fn positional(args: &FuncArgs) -> &[PyObjectRef] {
    if args.kwargs.is_empty() { &args.args } else { &[] }
}

/// The value of an `int` that is not too large.
fn small(object: &PyObject) -> Option<i64> {
    i64::try_from(object.downcast_ref::<PyInt>()?.as_bigint()).ok()
}

/// The number that `object`, an `int` or a `bool`, is.
fn integer(object: &PyObject, vm: &VirtualMachine) -> Option<Number> {
    let class = object.class();
    if !class.is(vm.ctx.types.int_type) && !class.is(vm.ctx.types.bool_type) {
        return None;
    }
    let text = object.downcast_ref::<PyInt>()?.as_bigint().to_string();
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits.to_owned()),
        None => (false, text),
    };
    Some(Number { is_negative, digits, exponent: 0 })
}

/// The text of a `str`.
fn text_of<'a>(object: &'a PyObject, vm: &VirtualMachine) -> Option<&'a str> {
    object.downcast_ref_if_exact::<PyStr>(vm)?.to_str()
}
