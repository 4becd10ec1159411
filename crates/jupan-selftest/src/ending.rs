//! How a program may end.

use jupan_api::{ErrorKind, ExecuteResponse, ProgramError};

/// Types of exception that mean "there is no such thing here": the file, the module, the
/// function or the operation that the program reached for.
const DENIALS: [&str; 11] = [
    "AttributeError",
    "FileNotFoundError",
    "ImportError",
    "ModuleNotFoundError",
    "NotImplementedError",
    "OSError",
    "PermissionError",
    "ProcessLookupError",
    "io.UnsupportedOperation",
    "socket.gaierror",
    "urllib.error.URLError",
];

/// One way in which a program may end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// `ok`: it runs to its end.
    Ok,
    /// `limit`: by a limit, whichever.
    Limit,
    /// `denied`: by an exception that says that there is no such thing.
    Denied,
    /// `timeout`, `exception` and so on: by an error of this kind; `exception:TypeError` also
    /// names the type.
    Error(ErrorKind, Option<String>),
}

impl Ending {
    /// Reads an ending as a header has it.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "ok" => return Some(Self::Ok),
            "limit" => return Some(Self::Limit),
            "denied" => return Some(Self::Denied),
            _ => {}
        }
        let (kind, type_name) = match text.split_once(':') {
            Some((kind, type_name)) => (kind, Some(type_name)),
            None => (text, None),
        };
        let kind = ErrorKind::ALL.into_iter().find(|known| known.as_str() == kind)?;
        let has_types = matches!(kind, ErrorKind::Exception | ErrorKind::Syntax);
        match type_name {
            Some(name) if !has_types || name.is_empty() => None,
            _ => Some(Self::Error(kind, type_name.map(str::to_owned))),
        }
    }

    /// Whether a run ended in this way.
    #[must_use]
    pub fn matches(&self, error: Option<&ProgramError>) -> bool {
        match (self, error) {
            (Self::Ok, None) => true,
            (Self::Ok, Some(_)) | (_, None) => false,
            (Self::Limit, Some(error)) => is_limit(error.kind),
            (Self::Denied, Some(error)) => {
                error.kind == ErrorKind::Exception && DENIALS.contains(&error.type_name.as_str())
            }
            (Self::Error(kind, type_name), Some(error)) => {
                error.kind == *kind
                    && type_name.as_ref().is_none_or(|type_name| *type_name == error.type_name)
            }
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ok => f.write_str("ok"),
            Self::Limit => f.write_str("limit"),
            Self::Denied => f.write_str("denied"),
            Self::Error(kind, None) => f.write_str(kind.as_str()),
            Self::Error(kind, Some(type_name)) => write!(f, "{}:{type_name}", kind.as_str()),
        }
    }
}

/// Whether a kind of error means that a limit was hit.
pub(crate) const fn is_limit(kind: ErrorKind) -> bool {
    match kind {
        ErrorKind::Exception | ErrorKind::Syntax | ErrorKind::Exit | ErrorKind::Crash => false,
        ErrorKind::Timeout
        | ErrorKind::Fuel
        | ErrorKind::Memory
        | ErrorKind::Output
        | ErrorKind::Stack => true,
    }
}

/// How a run ended, in the words of a header and with the message.
pub(crate) fn describe(response: &ExecuteResponse) -> String {
    match &response.error {
        None => "ok".to_owned(),
        Some(error) => {
            format!("{}:{} ({})", error.kind.as_str(), error.type_name, error.message)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(kind: ErrorKind, type_name: &str) -> ProgramError {
        ProgramError {
            kind,
            type_name: type_name.to_owned(),
            message: String::new(),
            line: None,
            traceback: None,
            hint: None,
        }
    }

    #[test]
    fn an_ending_is_written_as_it_is_read() {
        for text in ["ok", "limit", "denied", "timeout", "crash", "exception:a.B", "syntax"] {
            assert_eq!(Ending::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "any", "timeout:x", "exception:", "Ok", "ok:x"] {
            assert_eq!(Ending::parse(text), None, "{text}");
        }
    }

    #[test]
    fn an_ending_matches_what_it_says_and_nothing_else() {
        let matches = |text: &str, kind, type_name| {
            Ending::parse(text).unwrap().matches(Some(&error(kind, type_name)))
        };
        assert!(Ending::Ok.matches(None));
        assert!(!Ending::Limit.matches(None));
        assert!(!matches("ok", ErrorKind::Exit, "SystemExit"));
        assert!(matches("limit", ErrorKind::Fuel, "FuelLimitExceeded"));
        assert!(!matches("limit", ErrorKind::Crash, "InterpreterCrash"));
        assert!(matches("denied", ErrorKind::Exception, "FileNotFoundError"));
        assert!(!matches("denied", ErrorKind::Exception, "ZeroDivisionError"));
        assert!(!matches("denied", ErrorKind::Crash, "OSError"));
        assert!(matches("exception:KeyError", ErrorKind::Exception, "KeyError"));
        assert!(!matches("exception:KeyError", ErrorKind::Exception, "IndexError"));
    }
}
