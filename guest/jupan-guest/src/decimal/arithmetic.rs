//! The operations on finite numbers, as the specification of decimal arithmetic has them. `None`
//! is for the library: an operation that it refuses, or one so large that it is not for here.

use std::cmp::Ordering;

use malachite_bigint::BigUint;

use super::number::{Context, Fixed, Number, Rounding};

/// Numbers are not made longer than this to line them up.
const MAX_DIGITS: i64 = 20_000;

/// An operation on two numbers.
pub(super) type Binary = fn(Number, Number, &Context) -> Option<Fixed>;

pub(super) fn add(left: Number, right: Number, context: &Context) -> Option<Fixed> {
    let exponent = left.exponent.min(right.exponent);
    let ((left_sign, left), (right_sign, right)) = (
        (left.is_negative, aligned(&left, exponent)?),
        (right.is_negative, aligned(&right, exponent)?),
    );
    let (is_negative, sum) = if left_sign == right_sign {
        (left_sign, left + right)
    } else {
        match left.cmp(&right) {
            Ordering::Greater => (left_sign, left - right),
            Ordering::Less => (right_sign, right - left),
            Ordering::Equal => (context.rounding == Rounding::Floor, BigUint::default()),
        }
    };
    Number::new(is_negative, &sum, exponent).fixed(context)
}

pub(super) fn subtract(left: Number, mut right: Number, context: &Context) -> Option<Fixed> {
    right.is_negative = !right.is_negative;
    add(left, right, context)
}

pub(super) fn multiply(left: Number, right: Number, context: &Context) -> Option<Fixed> {
    let is_negative = left.is_negative != right.is_negative;
    let exponent = left.exponent + right.exponent;
    let product = left.coefficient() * right.coefficient();
    Number::new(is_negative, &product, exponent).fixed(context)
}

pub(super) fn divide(left: Number, right: Number, context: &Context) -> Option<Fixed> {
    if right.is_zero() {
        return None;
    }
    let is_negative = left.is_negative != right.is_negative;
    let ideal = left.exponent - right.exponent;
    if left.is_zero() {
        return Number { is_negative, digits: left.digits, exponent: ideal }.fixed(context);
    }
    // One digit more than the precision, and the last one says whether there is a rest.
    let shift = right.len() - left.len() + context.precision + 1;
    let (mut dividend, mut divisor) = (left.coefficient(), right.coefficient());
    match shift {
        0.. => dividend *= power_of_ten(shift)?,
        _ => divisor *= power_of_ten(-shift)?,
    }
    let mut exponent = ideal - shift;
    let quotient = &dividend / &divisor;
    let is_exact = &quotient * &divisor == dividend;
    let mut digits = quotient.to_string();
    if is_exact {
        // Back towards the exponent that the operands ask for.
        while exponent < ideal && digits.len() > 1 && digits.ends_with('0') {
            digits.pop();
            exponent += 1;
        }
    } else {
        mark_inexact(&mut digits);
    }
    Number { is_negative, digits, exponent }.fixed(context)
}

pub(super) fn divide_to_integer(left: Number, right: Number, context: &Context) -> Option<Fixed> {
    let is_negative = left.is_negative != right.is_negative;
    let (quotient, _) = quotient_and_rest(&left, &right, context)?;
    let number = Number { is_negative, digits: quotient, exponent: 0 };
    Some(Fixed { number, is_rounded: false, is_inexact: false })
}

pub(super) fn remainder(left: Number, right: Number, context: &Context) -> Option<Fixed> {
    let (_, rest) = quotient_and_rest(&left, &right, context)?;
    let exponent = left.exponent.min(right.exponent);
    Number::new(left.is_negative, &rest, exponent).fixed(context)
}

/// Quotient and rest of a division to an integer.
fn quotient_and_rest(
    left: &Number,
    right: &Number,
    context: &Context,
) -> Option<(String, BigUint)> {
    if right.is_zero() || left.is_zero() {
        return None;
    }
    let exponent = left.exponent.min(right.exponent);
    let (dividend, divisor) = (aligned(left, exponent)?, aligned(right, exponent)?);
    let quotient = &dividend / &divisor;
    let rest = dividend - &quotient * divisor;
    let digits = quotient.to_string();
    (digits.len() as i64 <= context.precision).then_some((digits, rest))
}

/// `number` with the exponent of `like`.
pub(super) fn quantize(
    number: Number,
    like: &Number,
    rounding: Rounding,
    context: &Context,
) -> Option<Fixed> {
    let exponent = like.exponent;
    let Context { precision, min_exponent, max_exponent, .. } = *context;
    if !(min_exponent - precision + 1..=max_exponent).contains(&exponent) {
        return None;
    }
    if number.is_zero() {
        return Number { exponent, ..number }.fixed(context);
    }
    if number.adjusted() > max_exponent || number.adjusted() - exponent + 1 > precision {
        return None;
    }
    let is_rounded = exponent > number.exponent;
    let (number, is_inexact) = number.rescaled(exponent, rounding);
    let fits = number.len() <= precision
        && (number.is_zero() || (min_exponent..=max_exponent).contains(&number.adjusted()));
    fits.then_some(Fixed { number, is_rounded, is_inexact })
}

pub(super) fn square_root(number: &Number, context: &Context) -> Option<Fixed> {
    if number.is_zero() || number.is_negative || context.precision > MAX_DIGITS {
        return None;
    }
    let precision = context.precision + 1;
    let mut exponent = number.exponent >> 1;
    let mut radicand = number.coefficient();
    let length = if number.exponent & 1 == 1 {
        radicand *= 10_u32;
        (number.len() >> 1) + 1
    } else {
        (number.len() + 1) >> 1
    };
    let shift = precision - length;
    if shift < 0 {
        return None;
    }
    radicand *= power_of_ten(2 * shift)?;
    exponent -= shift;
    let root = radicand.sqrt();
    let is_exact = &root * &root == radicand;
    let mut digits = root.to_string();
    if is_exact {
        // The root of what was there before it was made longer.
        let length = digits.len() - usize::try_from(shift).ok()?;
        digits.truncate(length);
        exponent += shift;
    } else {
        mark_inexact(&mut digits);
    }
    let context = Context { rounding: Rounding::HalfEven, ..*context };
    Number { is_negative: false, digits, exponent }.fixed(&context)
}

/// `base` to the power of `exponent`, which is an integer above zero. It is squared and multiplied
/// with a few digits more than the precision, like the C module does it, whose last digits these
/// are.
pub(super) fn power(base: &Number, exponent: u32, context: &Context) -> Option<Fixed> {
    if base.is_zero() || context.precision > MAX_DIGITS {
        return None;
    }
    let more_digits = i64::from(exponent.ilog10()) + 3;
    let working = Context {
        precision: context.precision + more_digits,
        rounding: Rounding::HalfEven,
        ..*context
    };
    let (mut is_rounded, mut is_inexact) = (false, false);
    let mut times = |left: &Number, right: &Number| {
        let fixed = multiply(left.clone(), right.clone(), &working)?;
        is_rounded |= fixed.is_rounded;
        is_inexact |= fixed.is_inexact;
        Some(fixed.number)
    };
    let mut result = base.clone();
    for bit in (0..exponent.ilog2()).rev() {
        result = times(&result, &result)?;
        if exponent >> bit & 1 == 1 {
            result = times(&result, base)?;
        }
    }
    let fixed = result.fixed(context)?;
    Some(Fixed {
        number: fixed.number,
        is_rounded: fixed.is_rounded | is_rounded,
        is_inexact: fixed.is_inexact | is_inexact,
    })
}

/// The number itself as a result: unary plus, minus and `abs`.
pub(super) fn with_sign(number: Number, is_negative: bool, context: &Context) -> Option<Fixed> {
    // There is no negative zero but when rounding towards the floor.
    let is_negative = is_negative && (!number.is_zero() || context.rounding == Rounding::Floor);
    Number { is_negative, ..number }.fixed(context)
}

/// The coefficient that `number` has with `exponent`, which is not larger than its own.
fn aligned(number: &Number, exponent: i64) -> Option<BigUint> {
    let coefficient = number.coefficient();
    match number.exponent - exponent {
        0 => Some(coefficient),
        _ if number.is_zero() => Some(coefficient),
        shift => Some(coefficient * power_of_ten(shift)?),
    }
}

fn power_of_ten(exponent: i64) -> Option<BigUint> {
    let exponent = u32::try_from(exponent).ok().filter(|e| i64::from(*e) <= MAX_DIGITS)?;
    Some(match 10_u64.checked_pow(exponent) {
        Some(small) => BigUint::from(small),
        None => BigUint::from(10_u32).pow(exponent),
    })
}

/// Makes the last digit, which will be rounded away, say that more digits follow.
fn mark_inexact(digits: &mut String) {
    if let Some(last) = digits.pop() {
        digits.push(match last {
            '0' => '1',
            '5' => '6',
            other => other,
        });
    }
}
