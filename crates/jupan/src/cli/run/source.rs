//! Reading the program and its inputs.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use jupan_sandbox::Limits;
use serde_json::value::RawValue;

/// The most bytes of inputs, or of a file, that are read: what a request's body may ever have.
pub(super) const MAX_INPUT_BYTES: u64 = jupan_server::ServerConfig::MAX_BODY_BYTES;

/// The program: `code` if given, else what stands in `file`, where `-` is stdin.
pub(super) fn read(file: Option<&Path>, code: Option<String>) -> Result<String> {
    if let Some(code) = code {
        return Ok(code);
    }
    // The arguments have one of the two.
    let file = file.context("no program was given")?;
    let (name, bytes) = if file == Path::new("-") {
        (
            "the program from stdin".to_owned(),
            read_all(io::stdin().lock(), Limits::MAX_SOURCE_BYTES),
        )
    } else {
        let name = file.display().to_string();
        (name, File::open(file).and_then(|file| read_all(file, Limits::MAX_SOURCE_BYTES)))
    };
    let bytes = bytes.with_context(|| format!("cannot read {name}"))?;
    text(&name, bytes)
}

/// The inputs: `given` itself, or what stands in the file that it names after an `@`.
pub(super) fn read_inputs(given: &str) -> Result<Box<RawValue>> {
    let json = match given.strip_prefix('@') {
        None => given.to_owned(),
        Some(path) => {
            let bytes = File::open(path)
                .and_then(|file| read_all(file, MAX_INPUT_BYTES))
                .with_context(|| format!("cannot read the inputs from {path}"))?;
            text(path, bytes)?
        }
    };
    RawValue::from_string(json).context("the inputs are not valid JSON")
}

/// All of `from`, if that is no more than `max` bytes.
pub(super) fn read_all(from: impl Read, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it has more than {max} bytes, the most there may be"),
        ));
    }
    Ok(bytes)
}

/// `bytes` as text, without the byte order mark that some editors write.
fn text(name: &str, bytes: Vec<u8>) -> Result<String> {
    match String::from_utf8(bytes) {
        Ok(text) => match text.strip_prefix('\u{feff}') {
            Some(rest) => Ok(rest.to_owned()),
            None => Ok(text),
        },
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            let line = bytes[..good].iter().filter(|byte| **byte == b'\n').count() + 1;
            bail!(
                "{name} is not valid UTF-8: byte 0x{:02x} on line {line}; save it as UTF-8",
                bytes[good]
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_as_it_is_but_for_its_byte_order_mark() {
        assert_eq!(text("a", b"x\r\n".to_vec()).unwrap(), "x\r\n");
        assert_eq!(text("a", b"\xef\xbb\xbfx".to_vec()).unwrap(), "x");
        assert_eq!(text("a", Vec::new()).unwrap(), "");
    }

    #[test]
    fn bytes_that_are_no_text_are_named_with_their_line() {
        assert_eq!(
            text("a.py", b"x\n\ny\xe9".to_vec()).unwrap_err().to_string(),
            "a.py is not valid UTF-8: byte 0xe9 on line 3; save it as UTF-8"
        );
        // A character that is cut off at the end.
        assert!(text("a.py", b"\xe6\x97".to_vec()).is_err());
    }

    #[test]
    fn no_more_is_read_than_may_be() {
        assert_eq!(read_all(&b"abc"[..], 3).unwrap(), b"abc");
        assert_eq!(
            read_all(io::repeat(0), 3).unwrap_err().to_string(),
            "it has more than 3 bytes, the most there may be"
        );
    }

    #[test]
    fn inputs_are_json_or_a_file_of_json() {
        assert_eq!(read_inputs(r#"{"n": 1.0}"#).unwrap().get(), r#"{"n": 1.0}"#);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "{}").unwrap();
        let given = format!("@{}", file.path().display());
        assert_eq!(read_inputs(&given).unwrap().get(), "{}");
        assert!(read_inputs("{").is_err());
        assert!(read_inputs("@no/such").is_err());
    }
}
