//! Faults that lie deep inside a value, with their place.

use std::borrow::Cow;

use serde_json::value::RawValue;

/// What is wrong inside a value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault<'a> {
    /// An object has this name twice; readers of JSON do not agree on what that means.
    Twice {
        /// The name's place.
        place: String,
    },
    /// A number that as a float would become infinite.
    Infinite {
        /// The number's place.
        place: String,
        /// The number as it was written.
        number: &'a str,
    },
}

/// A fault inside `raw`, whose own place is `place`; the first to be read, where an object is
/// read at its end. Strings in `raw` must stand for text.
pub(crate) fn fault<'a>(place: &str, raw: &'a RawValue) -> Option<Fault<'a>> {
    let text = raw.get();
    let mut walk = Walk { place, open: Vec::new(), names: Vec::new() };
    let mut at = 0;
    // The text is valid JSON, so it is enough to look at how each part of it begins.
    while let Some(byte) = text.as_bytes().get(at) {
        let rest = text.get(at..)?;
        let length = match byte {
            b'"' => string_length(rest),
            b'-' | b'0'..=b'9' => number_length(rest),
            _ => 1,
        };
        at += length;
        match byte {
            b'{' => walk.open.push(Open::Object { first: walk.names.len(), name_follows: true }),
            b'[' => walk.open.push(Open::Array { index: 0 }),
            b',' => walk.next(),
            b'"' => walk.string(rest.get(..length)?),
            b'-' | b'0'..=b'9' => {
                let number = rest.get(..length)?;
                if is_infinite(number) {
                    return Some(Fault::Infinite { place: walk.here(), number });
                }
            }
            b'}' | b']' => {
                if let Some(twice) = walk.close() {
                    return Some(twice);
                }
            }
            _ => {}
        }
    }
    None
}

/// Where in a value we are.
struct Walk<'p, 'a> {
    place: &'p str,
    open: Vec<Open>,
    /// The names so far of all objects that are open, innermost last.
    names: Vec<Cow<'a, str>>,
}

/// An array or object that has begun and not ended.
enum Open {
    Object {
        /// Where its names begin in [`Walk::names`].
        first: usize,
        /// Whether the next string is a name.
        name_follows: bool,
    },
    Array {
        /// Of the element that is being read.
        index: usize,
    },
}

impl<'a> Walk<'_, 'a> {
    /// After a comma.
    fn next(&mut self) {
        match self.open.last_mut() {
            Some(Open::Object { name_follows, .. }) => *name_follows = true,
            Some(Open::Array { index }) => *index += 1,
            None => {}
        }
    }

    fn string(&mut self, quoted: &'a str) {
        let Some(Open::Object { name_follows, .. }) = self.open.last_mut() else { return };
        if !std::mem::take(name_follows) {
            return;
        }
        let inner = quoted.get(1..quoted.len() - 1).unwrap_or_default();
        self.names.push(match inner.contains('\\') {
            // A valid string whose surrogates are paired can always be read.
            true => serde_json::from_str(quoted).map_or(Cow::Borrowed(inner), Cow::Owned),
            false => Cow::Borrowed(inner),
        });
    }

    /// Ends the innermost array or object; a name that it has twice is a fault.
    fn close(&mut self) -> Option<Fault<'static>> {
        let Some(Open::Object { first, .. }) = self.open.pop() else { return None };
        let names = self.names.get_mut(first..)?;
        // Sorted in place: no choice of names makes this slow.
        names.sort_unstable();
        let twice = names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone());
        self.names.truncate(first);
        twice.map(|name| Fault::Twice { place: format!("{}.{name}", self.here()) })
    }

    /// The place of the value that is being read.
    fn here(&self) -> String {
        let mut names = self.names.as_slice();
        let mut steps = Vec::with_capacity(self.open.len() + 1);
        for open in self.open.iter().rev() {
            steps.push(match open {
                Open::Array { index } => format!("[{index}]"),
                Open::Object { first, .. } => {
                    let name = names.last().map_or("", |name| name);
                    names = &names[..*first];
                    format!(".{name}")
                }
            });
        }
        steps.push(self.place.to_owned());
        steps.reverse();
        steps.concat()
    }
}

/// The bytes of the string at the beginning of `text`, quotes included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The bytes of the number at the beginning of `text`.
fn number_length(text: &str) -> usize {
    let is_number = |byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
    text.bytes().position(|byte| !is_number(byte)).unwrap_or(text.len())
}

/// Whether `number` is read as a float, and then as none that is finite. Digits alone are an
/// integer, which has no bounds.
fn is_infinite(number: &str) -> bool {
    number.contains(['.', 'e', 'E']) && number.parse::<f64>().is_ok_and(f64::is_infinite)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<Fault<'_>> {
        fault("x", serde_json::from_str(text).unwrap())
    }

    #[test]
    fn a_name_counts_once_in_an_object() {
        for good in [
            r#"{"a": "b", "b": ["a", "a"], "c": {"a": "a"}}"#,
            r#"{"a\"": 1, "a": 1, ",}{": 1, "\\": {"\\": 1}}"#,
            r#"[{"a": 1}, {"a": 1}, "a", "a"]"#,
            "\"a\"",
        ] {
            assert_eq!(of(good), None, "{good}");
        }
        for (bad, place) in [
            (r#"{"a": {"b": 1, "c": 2, "b": 3}, "a": 4}"#, "x.a.b"),
            (r#"{"a": {"b": 1}, "b": 2, "a": 4}"#, "x.a"),
            (r#"[[], [{"\n\"\\": 1, "\u000a\u0022\u005c": 1}]]"#, "x[1][0].\n\"\\"),
            (r#"{"\ud83d\ude00": 1, "😀": 1}"#, "x.😀"),
            (r#"{"z": 0, "a": {"y": [1], "b": [{"c" : 1 , "c" : 2}]}}"#, "x.a.b[0].c"),
        ] {
            assert_eq!(of(bad), Some(Fault::Twice { place: place.to_owned() }), "{bad}");
        }
    }

    #[test]
    fn floats_must_be_finite() {
        let digits = "9".repeat(400);
        let long = format!("-{digits}.5");
        for (bad, place, number) in [
            ("1e999", "x", "1e999"),
            ("[1, -1E400 ]", "x[1]", "-1E400"),
            (r#"{"a": [{"b": 1}, {"b": 1e309}]}"#, "x.a[1].b", "1e309"),
            (&long, "x", &long),
        ] {
            assert_eq!(of(bad), Some(Fault::Infinite { place: place.to_owned(), number }), "{bad}");
        }
        let good =
            format!("[{digits}, 1.7976931348623157e308, 1e-999, \"1e999\", {{\"1e999\": 0}}]");
        assert_eq!(of(&good), None);
    }
}
