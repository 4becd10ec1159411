//! A line as a request: its `id`, and the rest as it is.

use std::fmt;

use jupan_client::{ErrorCode, ErrorDetail};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::input::Line;

/// The most bytes of an `id`.
const MAX_ID_BYTES: usize = 1024;

/// What a line asks for.
#[derive(Debug)]
pub(super) struct Request {
    /// Its `id`, as it stands there.
    pub(super) id: Option<Box<RawValue>>,
    /// The body for the endpoint; what is wrong with it the endpoint says.
    pub(super) body: String,
}

/// Reads `line`; what cannot be asked for is an error that names the line.
pub(super) fn read(line: &Line) -> Result<Request, ErrorDetail> {
    let number = line.number;
    let text = match &line.text {
        Ok(text) => text,
        Err(bytes) => {
            return Err(refusal(
                ErrorCode::TooLarge,
                format!("line {number} has {bytes} bytes, more than any request may have"),
            ));
        }
    };
    let text = std::str::from_utf8(text).map_err(|error| {
        let column = error.valid_up_to() + 1;
        malformed(format!("line {number} is not valid UTF-8 at byte {column}; save it as UTF-8"))
    })?;
    let text = if number == 1 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
    let Members(members) = serde_json::from_str(text).map_err(|error| {
        let column = error.column();
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or(&said);
        malformed(format!("line {number} is not a JSON object: {said} (column {column})"))
    })?;
    let mut request = Request { id: None, body: String::from("{") };
    for (name, value) in members {
        if name == "id" {
            if request.id.is_some() {
                return Err(wrong_id(number, "is given twice"));
            }
            let is_whole_number = value.get().parse::<i128>().is_ok();
            if !is_whole_number && !value.get().starts_with('"') {
                return Err(wrong_id(number, "must be a text or a whole number"));
            }
            if value.get().len() > MAX_ID_BYTES {
                return Err(wrong_id(number, "may have at most 1024 bytes"));
            }
            request.id = Some(value);
            continue;
        }
        if request.body.len() > 1 {
            request.body.push(',');
        }
        // A text always serialises.
        request.body.push_str(&serde_json::to_string(&name).unwrap_or_default());
        request.body.push(':');
        request.body.push_str(value.get());
    }
    request.body.push('}');
    Ok(request)
}

fn refusal(code: ErrorCode, message: String) -> ErrorDetail {
    ErrorDetail { code, message, field: None, request_id: String::new() }
}

fn malformed(message: String) -> ErrorDetail {
    refusal(ErrorCode::MalformedJson, message)
}

fn wrong_id(number: u64, what: &str) -> ErrorDetail {
    let message = format!("line {number}: `id` {what}");
    ErrorDetail { field: Some("id".to_owned()), ..refusal(ErrorCode::InvalidField, message) }
}

/// The members of an object in their order, names that come twice included: the endpoint
/// refuses those.
struct Members(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: u64, text: &[u8]) -> Line {
        let (digest, end) = (String::new(), 0);
        Line { number, digest, text: Ok(text.to_owned()), end, is_whole: true }
    }

    fn wrong(text: &[u8]) -> (ErrorCode, String) {
        let error = read(&line(7, text)).unwrap_err();
        (error.code, error.message)
    }

    #[test]
    fn the_rest_of_a_line_is_passed_on_as_it_is() {
        let text = br#" {"code": "1", "id": "a", "inputs": {"n": 1.0e400, "n": 2}, "code": "2"}"#;
        let request = read(&line(7, text)).unwrap();
        assert_eq!(request.id.unwrap().get(), r#""a""#);
        assert_eq!(request.body, r#"{"code":"1","inputs":{"n": 1.0e400, "n": 2},"code":"2"}"#);
        let request = read(&line(1, b"\xef\xbb\xbf{\"id\": -12}")).unwrap();
        assert_eq!((request.id.unwrap().get(), request.body.as_str()), ("-12", "{}"));
        assert!(read(&line(7, b"{}")).unwrap().id.is_none());
    }

    #[test]
    fn what_is_no_request_is_named_with_its_line() {
        use ErrorCode::{InvalidField, MalformedJson, TooLarge};

        assert_eq!(
            wrong(br#"{"code": "#),
            (
                MalformedJson,
                "line 7 is not a JSON object: EOF while parsing a value (column 9)".to_owned()
            )
        );
        assert_eq!(
            wrong(b"[1]").1,
            "line 7 is not a JSON object: invalid type: sequence, expected an object (column 0)"
        );
        assert_eq!(wrong(b"{} {}").0, MalformedJson);
        assert_eq!(
            wrong(b"{\"\xe9\": 1}").1,
            "line 7 is not valid UTF-8 at byte 3; save it as UTF-8"
        );
        for (text, what) in [
            (r#"{"id": 1, "id": 1}"#, "is given twice"),
            (r#"{"id": 1.5}"#, "must be a text or a whole number"),
            (r#"{"id": null}"#, "must be a text or a whole number"),
            (r#"{"id": ["a"]}"#, "must be a text or a whole number"),
        ] {
            assert_eq!(wrong(text.as_bytes()), (InvalidField, format!("line 7: `id` {what}")));
        }
        let long = format!(r#"{{"id": "{}"}}"#, "x".repeat(MAX_ID_BYTES));
        assert_eq!(wrong(long.as_bytes()).1, "line 7: `id` may have at most 1024 bytes");
        let too_long = Line { text: Err(99), ..line(7, b"") };
        assert_eq!(
            read(&too_long).unwrap_err().message,
            "line 7 has 99 bytes, more than any request may have"
        );
        assert_eq!(read(&too_long).unwrap_err().code, TooLarge);
    }
}
