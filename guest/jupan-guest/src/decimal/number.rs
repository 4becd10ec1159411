//! A finite number, and what a context asks of a result.

use std::cmp::Ordering;

use malachite_bigint::BigUint;

/// A finite number: its sign, its digits without leading zeros, and its exponent.
#[derive(Debug, Clone)]
pub(super) struct Number {
    pub(super) is_negative: bool,
    pub(super) digits: String,
    pub(super) exponent: i64,
}

/// How a result has to be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub(super) precision: i64,
    pub(super) rounding: Rounding,
    pub(super) min_exponent: i64,
    pub(super) max_exponent: i64,
}

/// A result, and what was lost on the way to it.
#[derive(Debug)]
pub(super) struct Fixed {
    pub(super) number: Number,
    pub(super) is_rounded: bool,
    pub(super) is_inexact: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    Down,
    Up,
    HalfDown,
    HalfUp,
    HalfEven,
    Ceiling,
    Floor,
    ZeroFiveUp,
}

impl Rounding {
    /// The rounding that the library calls `name`.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "ROUND_DOWN" => Self::Down,
            "ROUND_UP" => Self::Up,
            "ROUND_HALF_DOWN" => Self::HalfDown,
            "ROUND_HALF_UP" => Self::HalfUp,
            "ROUND_HALF_EVEN" => Self::HalfEven,
            "ROUND_CEILING" => Self::Ceiling,
            "ROUND_FLOOR" => Self::Floor,
            "ROUND_05UP" => Self::ZeroFiveUp,
            _ => return None,
        })
    }

    /// Whether a number goes away from zero that has `kept` as its last digit, and of whose digits
    /// `lost`, not all zeros, is compared with a half.
    fn goes_up(self, is_negative: bool, kept: u8, lost: Ordering) -> bool {
        match self {
            Self::Down => false,
            Self::Up => true,
            Self::HalfDown => lost.is_gt(),
            Self::HalfUp => lost.is_ge(),
            Self::HalfEven => lost.is_gt() || (lost.is_eq() && kept % 2 == 1),
            Self::Ceiling => !is_negative,
            Self::Floor => is_negative,
            Self::ZeroFiveUp => kept.is_multiple_of(5),
        }
    }
}

impl Number {
    pub(super) fn new(is_negative: bool, coefficient: &BigUint, exponent: i64) -> Self {
        Self { is_negative, digits: coefficient.to_string(), exponent }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.digits == "0"
    }

    /// Its value, if that is an integer that is not negative and not large.
    pub(super) fn small_integer(&self) -> Option<u32> {
        let is_integer = self.exponent == 0 && !self.is_negative;
        is_integer.then(|| self.digits.parse().ok()).flatten()
    }

    /// How many digits it has.
    pub(super) fn len(&self) -> i64 {
        // A text is no longer than the memory.
        self.digits.len() as i64
    }

    /// The exponent of the first digit.
    pub(super) fn adjusted(&self) -> i64 {
        self.exponent + self.len() - 1
    }

    pub(super) fn coefficient(&self) -> BigUint {
        match self.digits.parse::<u64>() {
            Ok(small) => BigUint::from(small),
            // Digits are all there is in it.
            Err(_) => self.digits.parse().unwrap_or_default(),
        }
    }

    /// The same value with `exponent`, and whether anything but zeros was lost.
    pub(super) fn rescaled(mut self, exponent: i64, rounding: Rounding) -> (Self, bool) {
        let excess = exponent - self.exponent;
        self.exponent = exponent;
        if self.is_zero() {
            return (self, false);
        }
        if excess <= 0 {
            self.digits.extend(std::iter::repeat_n('0', excess.unsigned_abs() as usize));
            return (self, false);
        }
        let is_inexact = self.round(self.len() - excess, rounding);
        (self, is_inexact)
    }

    /// Keeps the first `keep` digits, which may be less than none. Whether anything but zeros was
    /// lost. The exponent is the caller's business.
    fn round(&mut self, keep: i64, rounding: Rounding) -> bool {
        let split = usize::try_from(keep).unwrap_or(0);
        let digits = self.digits.as_bytes();
        let (kept, lost) = digits.split_at(split);
        let is_inexact = lost.iter().any(|digit| *digit != b'0');
        // Before the first digit are zeros.
        let lost = match keep {
            ..0 => Ordering::Less,
            _ => lost[0].cmp(&b'5').then_with(|| match lost[1..].iter().all(|d| *d == b'0') {
                true => Ordering::Equal,
                false => Ordering::Greater,
            }),
        };
        let last = kept.last().map_or(0, |digit| digit - b'0');
        let is_up = is_inexact && rounding.goes_up(self.is_negative, last, lost);
        self.digits.truncate(split);
        if is_up {
            increment(&mut self.digits);
        } else if split == 0 {
            self.digits.push('0');
        }
        is_inexact
    }

    /// The number as a result in `context`; `None` if that is for the library to find.
    pub(super) fn fixed(mut self, context: &Context) -> Option<Fixed> {
        let Context { precision, rounding, min_exponent, max_exponent } = *context;
        if self.is_zero() {
            let is_in_range =
                (min_exponent - precision + 1..=max_exponent).contains(&self.exponent);
            let fixed = Fixed { number: self, is_rounded: false, is_inexact: false };
            return is_in_range.then_some(fixed);
        }
        if self.adjusted() < min_exponent {
            return None;
        }
        let excess = self.len() - precision;
        let mut is_inexact = false;
        if excess > 0 {
            is_inexact = self.round(precision, rounding);
            self.exponent += excess;
            if self.len() > precision {
                // Nines became a one and zeros.
                self.digits.pop();
                self.exponent += 1;
            }
        }
        let is_in_range = self.adjusted() <= max_exponent;
        let fixed = Fixed { number: self, is_rounded: excess > 0, is_inexact };
        is_in_range.then_some(fixed)
    }

    /// Compares by value.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return less_if(!other.is_negative),
            (false, true) => return less_if(self.is_negative),
            (false, false) => {}
        }
        if self.is_negative != other.is_negative {
            return less_if(self.is_negative);
        }
        let size = self.adjusted().cmp(&other.adjusted()).then_with(|| {
            // From the same first place on, digit by digit.
            let mut others = other.digits.bytes();
            for digit in self.digits.bytes() {
                match digit.cmp(&others.next().unwrap_or(b'0')) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                }
            }
            match others.all(|digit| digit == b'0') {
                true => Ordering::Equal,
                false => Ordering::Less,
            }
        });
        if self.is_negative { size.reverse() } else { size }
    }
}

fn less_if(is_less: bool) -> Ordering {
    if is_less { Ordering::Less } else { Ordering::Greater }
}

/// Adds one in the last place.
fn increment(digits: &mut String) {
    let nines = digits.len() - digits.trim_end_matches('9').len();
    digits.truncate(digits.len() - nines);
    let next = match digits.pop() {
        Some(digit) => char::from(digit as u8 + 1),
        None => '1',
    };
    digits.push(next);
    digits.extend(std::iter::repeat_n('0', nines));
}
