//! JSON as the client wrote it: syntax faults with their place and cause, and objects taken
//! apart one level at a time, so that a wrong value can be named by its field.

pub(crate) mod places;

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Checks that `body` is one JSON text.
///
/// # Errors
///
/// What is wrong and where, as the second half of a sentence about the body.
pub(crate) fn document(body: &[u8]) -> Result<&RawValue, String> {
    let text = std::str::from_utf8(body).map_err(|error| {
        format!(
            "is not valid UTF-8: byte {} (0x{:02x}) cannot be",
            error.valid_up_to() + 1,
            body.get(error.valid_up_to()).copied().unwrap_or_default()
        )
    })?;
    // Some editors and shells put a byte order mark first; it carries no meaning.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_ascii().is_empty() {
        return Err(
            "is empty; it must be a JSON object such as {\"code\": \"print(6 * 7)\"}".to_owned()
        );
    }
    serde_json::from_str(text).map_err(|error| match cause(text, error.line(), error.column()) {
        Some(cause) => format!("is not valid JSON: {error} ({cause})"),
        None => format!("is not valid JSON: {error}"),
    })
}

/// What people and programs most often write in place of JSON, by how it begins.
const CAUSES: &[(&str, &str)] = &[
    ("NaN", "NaN is not JSON"),
    ("Infinity", "Infinity is not JSON"),
    ("'", "strings stand in double quotes"),
    ("True", "true is written in lower case"),
    ("False", "false is written in lower case"),
    ("None", "Python's None is null"),
    ("\n", "a line break inside a string is written \\n"),
    ("\t", "a tab inside a string is written \\t"),
];

/// The probable cause of a syntax fault at this place, to follow the message.
fn cause(text: &str, line: usize, column: usize) -> Option<&'static str> {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    // The parser counts bytes, from 1, and inside a string it stops ahead of the one at fault.
    let (before, here) = text.split_at_checked(start + column.checked_sub(1)?)?;
    if here.starts_with(['}', ']']) && before.trim_ascii_end().ends_with(',') {
        return Some("no comma after the last element");
    }
    [here, here.get(1..).unwrap_or_default()].into_iter().find_map(|here| {
        CAUSES.iter().find(|(beginning, _)| here.starts_with(beginning)).map(|(_, cause)| *cause)
    })
}

/// The members of an object in their order, values still as text.
pub(crate) struct Members<'a>(pub(crate) Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor;
        impl<'de> Visitor<'de> for ObjectVisitor {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(ObjectVisitor).map(Self)
    }
}

/// What kind of value `raw` is, with its article.
pub(crate) fn kind(raw: &RawValue) -> &'static str {
    match raw.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// The first escape in `raw` that is half of a surrogate pair without the other half. Such a
/// string stands for no text.
pub(crate) fn lone_surrogate(raw: &RawValue) -> Option<&str> {
    let text = raw.get();
    let mut at = 0;
    // Outside strings a valid JSON text has no backslash, so strings need no telling apart.
    while let Some(found) = text.get(at..)?.find('\\') {
        let escape = at + found;
        at = escape + 2;
        match unit(text, escape) {
            Some(0xD800..=0xDBFF) => match unit(text, escape + 6) {
                Some(0xDC00..=0xDFFF) => at = escape + 12,
                _ => return text.get(escape..escape + 6),
            },
            Some(0xDC00..=0xDFFF) => return text.get(escape..escape + 6),
            _ => {}
        }
    }
    None
}

/// The UTF-16 unit that the escape `\uXXXX` at `at` stands for, if there is one.
fn unit(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    u16::from_str_radix(digits, 16).ok()
}

/// How deep arrays and objects stand in each other in `raw`.
pub(crate) fn depth(raw: &RawValue) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in raw.get().bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(body: &[u8]) -> String {
        document(body).unwrap_err()
    }

    fn raw(text: &str) -> &RawValue {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_syntax_fault_is_told_with_its_place_and_cause() {
        let cases: &[(&[u8], &str)] = &[
            (b"", "is empty; it must be a JSON object such as {\"code\": \"print(6 * 7)\"}"),
            (b" \n", "is empty; it must be a JSON object such as {\"code\": \"print(6 * 7)\"}"),
            (b"{", "is not valid JSON: EOF while parsing an object at line 1 column 1"),
            (
                b"{\"code\": \"1\"",
                "is not valid JSON: EOF while parsing an object at line 1 column 12",
            ),
            (
                b"{\"code\": \"1",
                "is not valid JSON: EOF while parsing a string at line 1 column 11",
            ),
            (
                b"{\"a\": 1,}",
                "is not valid JSON: key must be a string at line 1 column 9 (no comma after the last element)",
            ),
            (
                b"[1, ]",
                "is not valid JSON: expected value at line 1 column 5 (no comma after the last element)",
            ),
            (b"{} {}", "is not valid JSON: trailing characters at line 1 column 4"),
            (b"code=1", "is not valid JSON: expected value at line 1 column 1"),
            (
                b"{\"limits\":\n {\"wall_ms\": NaN}}",
                "is not valid JSON: expected value at line 2 column 14 (NaN is not JSON)",
            ),
            (
                b"{\"seed\": -Infinity}",
                "is not valid JSON: invalid number at line 1 column 11 (Infinity is not JSON)",
            ),
            (
                b"{\"seed\": Infinity}",
                "is not valid JSON: expected value at line 1 column 10 (Infinity is not JSON)",
            ),
            (
                b"{'code': 1}",
                "is not valid JSON: key must be a string at line 1 column 2 (strings stand in double quotes)",
            ),
            (
                b"{\"a\": None}",
                "is not valid JSON: expected value at line 1 column 7 (Python's None is null)",
            ),
            (
                b"{\"code\": \"a\nb\"}",
                "is not valid JSON: control character (\\u0000-\\u001F) found while parsing a string at line 1 column 11 (a line break inside a string is written \\n)",
            ),
            (b"{\"code\": \"\xff\"}", "is not valid UTF-8: byte 11 (0xff) cannot be"),
            (b"{\"code\": \"\xed\xa0\x80\"}", "is not valid UTF-8: byte 11 (0xed) cannot be"),
            (b"{\x00}", "is not valid JSON: key must be a string at line 1 column 2"),
            (b"\xff\xfe{\x00}\x00", "is not valid UTF-8: byte 1 (0xff) cannot be"),
        ];
        for (body, expected) in cases {
            assert_eq!(fault(body), *expected, "for {:?}", String::from_utf8_lossy(body));
        }
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        assert_eq!(document("\u{feff}{}".as_bytes()).unwrap().get(), "{}");
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(depth(document(deep.as_bytes()).unwrap()), 100_000);
        assert_eq!(
            fault(&b"["[..].repeat(100_000)),
            "is not valid JSON: EOF while parsing a list at line 1 column 100000"
        );
    }

    #[test]
    fn members_keep_their_order_and_their_repetitions() {
        let Members(members) = serde_json::from_str(r#"{"b": 1, "a": [2 ], "b": "x"}"#).unwrap();
        let seen: Vec<_> = members.iter().map(|(name, raw)| (name.as_str(), raw.get())).collect();
        assert_eq!(seen, [("b", "1"), ("a", "[2 ]"), ("b", "\"x\"")]);
    }

    #[test]
    fn half_a_surrogate_pair_is_found() {
        assert_eq!(lone_surrogate(raw(r#""\ud83d\ude00 \\ud800 \n é""#)), None);
        assert_eq!(lone_surrogate(raw(r#""a\ud800""#)), Some(r"\ud800"));
        assert_eq!(lone_surrogate(raw(r#""\uDFFFx""#)), Some(r"\uDFFF"));
        assert_eq!(lone_surrogate(raw(r#""\ud800\ud83d\ude00""#)), Some(r"\ud800"));
        assert_eq!(lone_surrogate(raw(r#""\ud800\\udc00""#)), Some(r"\ud800"));
        assert_eq!(lone_surrogate(raw(r#"[1, {"a\udc00": 2}]"#)), Some(r"\udc00"));
        assert_eq!(lone_surrogate(raw(r#""\\\ud800\udc00é\\""#)), None);
    }

    #[test]
    fn brackets_in_strings_do_not_count_as_depth() {
        assert_eq!(depth(raw("1")), 0);
        assert_eq!(depth(raw(r#"[{"a[[\"[": []}, [1]]"#)), 3);
    }
}
