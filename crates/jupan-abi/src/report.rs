//! What the guest hands back.

use serde::{Deserialize, Serialize};

/// The most bytes an encoded report may have: 1 MiB. A guest that offers more is at fault.
pub const MAX_REPORT_BYTES: usize = 1024 * 1024;

/// How the program ended, as the guest tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuestReport {
    /// The way the program ended.
    pub ending: Ending,
}

/// The ways a program ends while its interpreter still works. The other ways (a trap, a
/// limit, `os._exit`) are seen by the host alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// The program ran to its end.
    Completed {
        /// `repr` of the last expression, when the last statement is one and its value is
        /// not `None`.
        result: Option<String>,
    },
    /// The source text does not compile.
    Syntax(PythonError),
    /// An exception left the program.
    Exception(PythonError),
    /// `SystemExit` left the program.
    Exited {
        /// Exit status as a shell would see it, 0 to 255.
        code: u8,
        /// What `SystemExit` carried when it was no number: `sys.exit("message")`.
        message: Option<String>,
    },
    /// `inputs` could not be turned into Python variables; the program did not start.
    BadInputs {
        /// What was wrong.
        message: String,
    },
    /// The program imports packages that the request names as being elsewhere. Nothing of it
    /// has run.
    Elsewhere {
        /// Those that it imports.
        packages: Vec<String>,
    },
}

/// A Python exception, taken apart.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PythonError {
    /// Name of the exception's class, with its module unless that is `builtins` or
    /// `__main__`: `ZeroDivisionError`, `json.decoder.JSONDecodeError`.
    pub type_name: String,
    /// `str` of the exception; empty if it has none.
    pub message: String,
    /// Line of the program, counted from 1, at which it failed: the deepest frame that is
    /// the program's own.
    pub line: Option<u32>,
    /// The traceback in CPython's form, from the program's own first frame on.
    pub traceback: String,
    /// Whether the exception is a `MemoryError`, or derives from one.
    pub is_memory_error: bool,
    /// Whether the exception is a `RecursionError`, or derives from one.
    pub is_recursion_error: bool,
}

/// A report that the host does not accept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// Larger than [`MAX_REPORT_BYTES`].
    #[error("report of {0} bytes is larger than {MAX_REPORT_BYTES} bytes")]
    TooLarge(usize),
    /// Not exactly one encoded report.
    #[error("report is not valid: {0}")]
    Malformed(postcard::Error),
    /// A field holds what it never may.
    #[error("report is not valid: {0}")]
    Invalid(&'static str),
}

impl GuestReport {
    /// The envelope's bytes.
    ///
    /// # Errors
    ///
    /// When the report would be larger than [`MAX_REPORT_BYTES`].
    pub fn encode(&self) -> Result<Vec<u8>, ReportError> {
        let bytes = postcard::to_stdvec(self).map_err(ReportError::Malformed)?;
        if bytes.len() > MAX_REPORT_BYTES {
            return Err(ReportError::TooLarge(bytes.len()));
        }
        Ok(bytes)
    }

    /// Reads an envelope that may come from a hostile guest.
    ///
    /// # Errors
    ///
    /// When `bytes` is too large, is not exactly one report, or holds a field that cannot be.
    pub fn decode(bytes: &[u8]) -> Result<Self, ReportError> {
        if bytes.len() > MAX_REPORT_BYTES {
            return Err(ReportError::TooLarge(bytes.len()));
        }
        let report: Self = match postcard::take_from_bytes(bytes) {
            Ok((report, [])) => report,
            Ok(_) => return Err(ReportError::Invalid("bytes follow the report")),
            Err(error) => return Err(ReportError::Malformed(error)),
        };
        match &report.ending {
            Ending::Completed { .. }
            | Ending::Exited { .. }
            | Ending::BadInputs { .. }
            | Ending::Elsewhere { .. } => {}
            Ending::Syntax(error) | Ending::Exception(error) => {
                if error.type_name.is_empty() {
                    return Err(ReportError::Invalid("the exception has no type"));
                }
                if error.line == Some(0) {
                    return Err(ReportError::Invalid("lines are counted from 1"));
                }
            }
        }
        Ok(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(type_name: &str, line: Option<u32>) -> GuestReport {
        GuestReport {
            ending: Ending::Exception(PythonError {
                type_name: type_name.to_owned(),
                message: "division by zero".to_owned(),
                line,
                ..PythonError::default()
            }),
        }
    }

    #[test]
    fn a_report_survives_the_way() {
        let report = report("ZeroDivisionError", Some(3));
        assert_eq!(GuestReport::decode(&report.encode().unwrap()), Ok(report));
    }

    #[test]
    fn hostile_reports_are_refused() {
        let good = report("E", None).encode().unwrap();
        assert_eq!(
            GuestReport::decode(&vec![0; MAX_REPORT_BYTES + 1]),
            Err(ReportError::TooLarge(MAX_REPORT_BYTES + 1))
        );
        for end in 0..good.len() {
            assert!(GuestReport::decode(&good[..end]).is_err(), "cut at {end}");
        }
        let long = [good.as_slice(), &[0]].concat();
        assert_eq!(
            GuestReport::decode(&long),
            Err(ReportError::Invalid("bytes follow the report"))
        );
        let nameless = report("", None).encode().unwrap();
        assert_eq!(
            GuestReport::decode(&nameless),
            Err(ReportError::Invalid("the exception has no type"))
        );
        let line_zero = report("E", Some(0)).encode().unwrap();
        assert_eq!(
            GuestReport::decode(&line_zero),
            Err(ReportError::Invalid("lines are counted from 1"))
        );
    }

    #[test]
    fn a_report_that_is_too_large_does_not_encode() {
        let report = GuestReport {
            ending: Ending::Completed { result: Some("x".repeat(MAX_REPORT_BYTES)) },
        };
        assert!(matches!(report.encode(), Err(ReportError::TooLarge(_))));
    }
}
