//! Files of a request, and those of an answer.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use jupan_api::{LeftOutFile, OutputFile};
use jupan_sandbox::{LeftFiles, LeftOut, OmitReason, Outputs, ProgramFile, SharedBytes};
use serde_json::value::RawValue;

use crate::error::ApiError;
use crate::execute::json::kind;
use crate::execute::request::{clip, members, whole_text, wrong_type};

/// What is in a file, as messages say what it must be.
const CONTENT: &str = "a string, the file's text, or an object with `base64`, its bytes";

/// The files that the program is given.
pub(super) fn files(value: &RawValue) -> Result<Vec<ProgramFile>, ApiError> {
    if kind(value) != "an object" {
        return Err(wrong_type("files", value, "an object, names to what is in the files"));
    }
    let mut files = Vec::new();
    for (name, value) in members(value, "files.")? {
        let field = clip(&format!("files.{name}"));
        let bytes = match kind(value) {
            "a string" => text(&field, value)?.into_bytes(),
            "an object" => bytes(&field, value)?,
            _ => return Err(wrong_type(&field, value, CONTENT)),
        };
        files.push(ProgramFile { name, bytes: SharedBytes::new(bytes) });
    }
    Ok(files)
}

fn text(field: &str, value: &RawValue) -> Result<String, ApiError> {
    whole_text(field, value)?;
    serde_json::from_str(value.get())
        .map_err(|error| ApiError::field(field, format!("`{field}` is not a string: {error}")))
}

fn bytes(field: &str, value: &RawValue) -> Result<Vec<u8>, ApiError> {
    let members = members(value, &format!("{field}."))?;
    let [(name, value)] = &members[..] else {
        let message = format!(
            "`{field}` is an object with {} fields; it must have one, `base64`",
            members.len()
        );
        return Err(ApiError::field(field, message));
    };
    if name != "base64" {
        let field = clip(&format!("{field}.{name}"));
        let message = format!("there is no field `{field}`; the field is `base64`");
        return Err(ApiError::field(field, message));
    }
    let field = &clip(&format!("{field}.base64"));
    if kind(value) != "a string" {
        return Err(wrong_type(field, value, "a string, the file's bytes in base64"));
    }
    STANDARD.decode(text(field, value)?).map_err(|error| {
        let message = format!("`{field}` is not base64 of the standard alphabet: {error}");
        ApiError::field(field, message)
    })
}

/// Which files come back.
pub(super) fn outputs(value: &RawValue) -> Result<Outputs, ApiError> {
    let right = "true, or an array of names such as [\"result.csv\", \"*.png\"]";
    match (kind(value), value.get()) {
        ("null", _) | (_, "false") => Ok(Outputs::None),
        (_, "true") => Ok(Outputs::All),
        ("an array", text) => {
            whole_text("outputs", value)?;
            let names: Vec<Box<RawValue>> = serde_json::from_str(text).map_err(|error| {
                ApiError::field("outputs", format!("`outputs` is not an array: {error}"))
            })?;
            let mut patterns = Vec::with_capacity(names.len());
            for (index, name) in names.iter().enumerate() {
                let field = format!("outputs[{index}]");
                patterns.push(pattern(&field, name)?);
            }
            Ok(Outputs::Named(patterns))
        }
        _ => Err(wrong_type("outputs", value, right)),
    }
}

fn pattern(field: &str, value: &RawValue) -> Result<String, ApiError> {
    if kind(value) != "a string" {
        return Err(wrong_type(field, value, "a string, a file's name"));
    }
    let name = text(field, value)?;
    let plain = name.strip_suffix('/').unwrap_or(&name);
    if plain.split('/').any(|part| matches!(part, "" | "." | "..")) {
        let message = format!(
            "`{field}` is `{}`; it must be a name relative to the program's folder, without `.`, \
             `..` and empty parts",
            clip(&name)
        );
        return Err(ApiError::field(field, message));
    }
    Ok(name)
}

/// The files that come back, for the answer.
pub(super) fn answer(left: LeftFiles) -> (Vec<OutputFile>, Vec<LeftOutFile>) {
    let LeftFiles { files, left_out, more_left_out } = left;
    let files = files.into_iter().map(|file| {
        let bytes = file.bytes.get();
        let (text, base64) = match std::str::from_utf8(bytes) {
            Ok(text) => (Some(text.to_owned()), None),
            Err(_) => (None, Some(STANDARD.encode(bytes))),
        };
        OutputFile { name: file.name, bytes: bytes.len() as u64, text, base64 }
    });
    let mut out: Vec<LeftOutFile> = left_out.into_iter().map(left_out_file).collect();
    if more_left_out > 0 {
        let reason = format!("{more_left_out} more files do not come back either");
        out.push(LeftOutFile { name: "*".to_owned(), bytes: None, reason });
    }
    (files.collect(), out)
}

fn left_out_file(file: LeftOut) -> LeftOutFile {
    let reason = match file.reason {
        OmitReason::NotThere => "the program left no file of this name",
        OmitReason::TooLarge => "it would not fit into the limit `returned_bytes`",
        OmitReason::TooMany => "only 100 files come back",
        OmitReason::NotCompared => {
            "to compare all names with the patterns of `outputs` would take too long; name files, or \
             use fewer and shorter patterns"
        }
        OmitReason::LongName => "its name has more than 1024 bytes",
    };
    LeftOutFile { name: file.name, bytes: file.bytes, reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use jupan_sandbox::LeftFile;

    use super::*;

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    #[test]
    fn a_file_is_text_or_bytes() {
        let read =
            files(&raw(r#"{"a.txt": "\u00e9\n", "b": {"base64": "AP8="}, "c": ""}"#)).unwrap();
        let file = |name: &str, bytes: &[u8]| ProgramFile {
            name: name.to_owned(),
            bytes: SharedBytes::new(bytes.to_vec()),
        };
        assert_eq!(read, [file("a.txt", "é\n".as_bytes()), file("b", &[0, 255]), file("c", b"")]);
    }

    #[test]
    fn what_is_no_file_is_told() {
        for (text, message) in [
            ("[]", "`files` is an array; it must be an object, names to what is in the files"),
            (
                r#"{"a": 1}"#,
                "`files.a` is a number; it must be a string, the file's text, or an object with \
                 `base64`, its bytes",
            ),
            (r#"{"a": "", "a": ""}"#, "`files.a` is given twice"),
            (r#"{"a": {}}"#, "`files.a` is an object with 0 fields; it must have one, `base64`"),
            (r#"{"a": {"text": ""}}"#, "there is no field `files.a.text`; the field is `base64`"),
            (
                r#"{"a": {"base64": null}}"#,
                "`files.a.base64` is null; it must be a string, the file's bytes in base64",
            ),
            (
                r#"{"a": {"base64": "AP8"}}"#,
                "`files.a.base64` is not base64 of the standard alphabet: Invalid padding",
            ),
            (
                r#"{"a": "\ud800"}"#,
                "`files.a` has the escape \\ud800, half of a surrogate pair without the other half, \
                 which stands for no character",
            ),
        ] {
            assert_eq!(files(&raw(text)).unwrap_err().message, message, "{text}");
        }
    }

    #[test]
    fn outputs_are_all_or_names() {
        let named = Outputs::Named(vec!["a.csv".to_owned(), "out/*.png".to_owned()]);
        assert_eq!(outputs(&raw(r#"["a.csv", "out/*.png"]"#)).unwrap(), named);
        assert_eq!(outputs(&raw("true")).unwrap(), Outputs::All);
        for none in ["false", "null"] {
            assert_eq!(outputs(&raw(none)).unwrap(), Outputs::None);
        }
        for (text, message) in [
            (
                "{}",
                "`outputs` is an object; it must be true, or an array of names such as \
                 [\"result.csv\", \"*.png\"]",
            ),
            ("[1]", "`outputs[0]` is a number; it must be a string, a file's name"),
            (
                r#"["a", "/b"]"#,
                "`outputs[1]` is `/b`; it must be a name relative to the program's folder, without \
                 `.`, `..` and empty parts",
            ),
        ] {
            assert_eq!(outputs(&raw(text)).unwrap_err().message, message, "{text}");
        }
    }

    #[test]
    fn what_comes_back_is_text_where_it_can_be() {
        let left = LeftFiles {
            files: [("a", &b"x"[..]), ("b", b"\xff")]
                .map(|(name, bytes)| LeftFile {
                    name: name.to_owned(),
                    bytes: SharedBytes::new(bytes.to_vec()),
                })
                .to_vec(),
            left_out: vec![LeftOut {
                name: "c".to_owned(),
                bytes: Some(9),
                reason: OmitReason::TooLarge,
            }],
            more_left_out: 2,
        };
        let file = |name: &str, text: Option<&str>, base64: Option<&str>| OutputFile {
            name: name.to_owned(),
            bytes: 1,
            text: text.map(str::to_owned),
            base64: base64.map(str::to_owned),
        };
        let out = |name: &str, bytes, reason: &str| LeftOutFile {
            name: name.to_owned(),
            bytes,
            reason: reason.to_owned(),
        };
        assert_eq!(
            answer(left),
            (
                vec![file("a", Some("x"), None), file("b", None, Some("/w=="))],
                vec![
                    out("c", Some(9), "it would not fit into the limit `returned_bytes`"),
                    out("*", None, "2 more files do not come back either"),
                ]
            )
        );
    }
}
