//! Numbers from text, and as text.

use super::{
    MAX_EXPONENT,
    number::{Number, Rounding},
};

/// The number that `text` is; `None` if it is not finite, or no number.
pub(super) fn parse(text: &str) -> Option<Number> {
    let text = text.trim_matches(|c: char| matches!(c, '\t'..='\r' | '\x1c'..=' '));
    let (is_negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = String::with_capacity(whole.len() + fraction.len());
    let mut places = 0;
    for (part, count) in [(whole, 0), (fraction, 1)] {
        for byte in part.bytes() {
            match byte {
                b'0' if digits == "0" => places += count,
                b'0'..=b'9' => {
                    if digits == "0" {
                        digits.clear();
                    }
                    digits.push(char::from(byte));
                    places += count;
                }
                _ => return None,
            }
        }
    }
    (!digits.is_empty()).then_some(Number { is_negative, digits, exponent: exponent - places })
}

fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let exponent = is_plain.then(|| text.parse::<i64>().ok())??;
    (exponent.abs() <= MAX_EXPONENT).then_some(exponent)
}

/// The text of `number`; `None` if it has an exponent.
pub(super) fn show(number: &Number) -> Option<String> {
    let is_plain = number.exponent <= 0 && number.adjusted() >= -6;
    is_plain.then(|| plain(number, |whole, text| text.push_str(whole)))
}

/// `number` formatted as `specifier` says; `None` if that is more than digits after the point and
/// commas before it.
pub(super) fn format(number: Number, specifier: &str, rounding: Rounding) -> Option<String> {
    let (has_commas, rest) = match specifier.strip_prefix(',') {
        Some(rest) => (true, rest),
        None => (false, specifier),
    };
    let places = rest.strip_prefix('.')?.strip_suffix('f')?;
    let is_plain = matches!(places.len(), 1..=3) && places.bytes().all(|b| b.is_ascii_digit());
    let places: i64 = is_plain.then(|| places.parse().ok())??;
    let (number, _) = number.rescaled(-places, rounding);
    Some(plain(&number, |whole, text| match has_commas {
        true => push_with_commas(whole, text),
        false => text.push_str(whole),
    }))
}

/// The text of `number`, whose exponent is not above zero, without an exponent.
fn plain(number: &Number, push_whole: impl FnOnce(&str, &mut String)) -> String {
    let places = number.exponent.unsigned_abs() as usize;
    let mut text = String::with_capacity(number.digits.len() + places + 3);
    if number.is_negative {
        text.push('-');
    }
    let split = number.digits.len().saturating_sub(places);
    let (whole, fraction) = number.digits.split_at(split);
    push_whole(if whole.is_empty() { "0" } else { whole }, &mut text);
    if places > 0 {
        text.push('.');
        text.extend(std::iter::repeat_n('0', places - fraction.len()));
        text.push_str(fraction);
    }
    text
}

fn push_with_commas(whole: &str, text: &mut String) {
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
}
