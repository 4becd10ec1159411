//! The lines at the top of a file: `# key: value`, up to the first other line.

use jupan_api::LimitOverrides;

use crate::{Ending, Repeat};

/// A file of the catalogue that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("catalogue/{name}.py: {fault}")]
pub struct HeaderError {
    /// The program's name.
    pub name: String,
    /// What is wrong.
    pub fault: HeaderFault,
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderFault {
    /// The folder is no class.
    #[error("the folder is not the name of a class")]
    Class,
    /// A line of the header that is not `# key: value`.
    #[error("the line {0:?} of the header is not `# key: value`")]
    Line(String),
    /// A key that does not exist.
    #[error(
        "there is no key `{0}`; the keys are expect, limits, seed, stdout, stdout-contains, \
         stdout-lacks, error-contains, repeat, then, then-stdout, why"
    )]
    Key(String),
    /// A key that stands there twice.
    #[error("the key `{0}` is given twice")]
    Twice(String),
    /// A key that has to be there.
    #[error("the key `{0}` is missing")]
    Missing(&'static str),
    /// A value that cannot be read.
    #[error("the value {value:?} of `{key}` is wrong; it must be {right}")]
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// What it must be.
        right: &'static str,
    },
}

/// The values of a header.
#[derive(Debug, Default)]
pub(crate) struct Header {
    pub(crate) expect: Option<Vec<Ending>>,
    pub(crate) limits: Option<LimitOverrides>,
    pub(crate) seed: Option<u64>,
    pub(crate) stdout: Option<String>,
    pub(crate) stdout_contains: Option<String>,
    pub(crate) stdout_lacks: Option<String>,
    pub(crate) error_contains: Option<String>,
    pub(crate) repeat: Option<Repeat>,
    pub(crate) then: Option<String>,
    pub(crate) then_stdout: Option<String>,
    pub(crate) why: Option<String>,
}

impl Header {
    /// Reads the header of a file.
    pub(crate) fn parse(text: &str) -> Result<Self, HeaderFault> {
        let mut header = Self::default();
        for line in text.lines().take_while(|line| line.starts_with('#')) {
            let (key, value) = line
                .strip_prefix("# ")
                .and_then(|line| line.split_once(": "))
                .ok_or_else(|| HeaderFault::Line(line.to_owned()))?;
            header.set(key, value)?;
        }
        Ok(header)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), HeaderFault> {
        match key {
            "expect" => once(&mut self.expect, key, endings(value)?),
            "limits" => once(&mut self.limits, key, limits(value)?),
            "seed" => {
                let seed = value.parse().map_err(|_| wrong("seed", value, "a whole number"))?;
                once(&mut self.seed, key, seed)
            }
            "stdout" => once(&mut self.stdout, key, text("stdout", value)?),
            "stdout-contains" => {
                once(&mut self.stdout_contains, key, text("stdout-contains", value)?)
            }
            "stdout-lacks" => once(&mut self.stdout_lacks, key, text("stdout-lacks", value)?),
            "error-contains" => once(&mut self.error_contains, key, text("error-contains", value)?),
            "repeat" => {
                let repeat = match value {
                    "same" => Repeat::Same,
                    "different" => Repeat::Different,
                    _ => return Err(wrong("repeat", value, "same or different")),
                };
                once(&mut self.repeat, key, repeat)
            }
            "then" => once(&mut self.then, key, text("then", value)?),
            "then-stdout" => once(&mut self.then_stdout, key, text("then-stdout", value)?),
            "why" => once(&mut self.why, key, value.to_owned()),
            _ => Err(HeaderFault::Key(key.to_owned())),
        }
    }
}

fn once<T>(slot: &mut Option<T>, key: &str, value: T) -> Result<(), HeaderFault> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(HeaderFault::Twice(key.to_owned())),
    }
}

fn wrong(key: &'static str, value: &str, right: &'static str) -> HeaderFault {
    HeaderFault::Value { key, value: value.to_owned(), right }
}

/// `timeout | exception:ValueError`
fn endings(value: &str) -> Result<Vec<Ending>, HeaderFault> {
    const RIGHT: &str = "endings with ` | ` between them: ok, limit, denied, a kind of error, \
                         exception:TYPE or syntax:TYPE";
    value
        .split(" | ")
        .map(|ending| Ending::parse(ending).ok_or_else(|| wrong("expect", value, RIGHT)))
        .collect()
}

/// `wall_ms=300, memory_bytes=100663296`
fn limits(value: &str) -> Result<LimitOverrides, HeaderFault> {
    const RIGHT: &str = "limits with `, ` between them: wall_ms=, fuel=, memory_bytes= or \
                         output_bytes= and a whole number, each at most once";
    let fault = || wrong("limits", value, RIGHT);
    let mut limits = LimitOverrides::default();
    for limit in value.split(", ") {
        let (name, number) = limit.split_once('=').ok_or_else(fault)?;
        let number = number.parse().map_err(|_| fault())?;
        let slot = match name {
            "wall_ms" => &mut limits.wall_ms,
            "fuel" => &mut limits.fuel,
            "memory_bytes" => &mut limits.memory_bytes,
            "output_bytes" => &mut limits.output_bytes,
            _ => return Err(fault()),
        };
        if slot.replace(number).is_some() {
            return Err(fault());
        }
    }
    Ok(limits)
}

/// A string of JSON.
fn text(key: &'static str, value: &str) -> Result<String, HeaderFault> {
    serde_json::from_str(value).map_err(|_| wrong(key, value, "a string as JSON has it"))
}

#[cfg(test)]
mod tests {
    use jupan_api::ErrorKind;

    use super::*;

    #[test]
    fn a_header_ends_at_the_first_line_that_is_no_comment() {
        let header = Header::parse(
            "# expect: timeout | exception:KeyError\n# limits: wall_ms=5, fuel=6\n\
             # stdout: \"a\\n\"\n# why: it may\n\n# note: code\nx = 1\n",
        )
        .unwrap();
        assert_eq!(
            header.expect.unwrap(),
            [
                Ending::Error(ErrorKind::Timeout, None),
                Ending::Error(ErrorKind::Exception, Some("KeyError".to_owned())),
            ]
        );
        assert_eq!(
            header.limits.unwrap(),
            LimitOverrides { wall_ms: Some(5), fuel: Some(6), ..LimitOverrides::default() }
        );
        assert_eq!(header.stdout.as_deref(), Some("a\n"));
        assert_eq!(header.why.as_deref(), Some("it may"));
        assert_eq!(header.repeat, None);
    }

    #[test]
    fn every_fault_is_told() {
        let fault = |text: &str| Header::parse(text).unwrap_err().to_string();
        assert_eq!(
            fault("#expect: ok"),
            r##"the line "#expect: ok" of the header is not `# key: value`"##
        );
        assert_eq!(
            fault("# expected: ok"),
            "there is no key `expected`; the keys are expect, limits, seed, stdout, \
             stdout-contains, stdout-lacks, error-contains, repeat, then, then-stdout, why"
        );
        assert_eq!(fault("# why: a\n# why: b"), "the key `why` is given twice");
        assert_eq!(
            fault("# repeat: never"),
            "the value \"never\" of `repeat` is wrong; it must be same or different"
        );
        assert_eq!(
            fault("# stdout: bare"),
            "the value \"bare\" of `stdout` is wrong; it must be a string as JSON has it"
        );
        for text in
            ["# expect: any", "# limits: wall=3", "# limits: wall_ms=1, wall_ms=1", "# seed: -1"]
        {
            assert!(matches!(Header::parse(text), Err(HeaderFault::Value { .. })), "{text}");
        }
    }
}
