//! One file.

use jupan_api::{ExecuteRequest, LimitOverrides};

use crate::header::Header;
use crate::{Class, Ending, HeaderError, HeaderFault};

/// A program of the catalogue.
///
/// The file is the program: the header is made of comments. Each of its lines is `# key:
/// value`; it ends at the first line that is no comment. Texts are written as strings of
/// JSON. A key that does not exist, or stands there twice, is an error.
///
/// | key | value |
/// | --- | --- |
/// | `expect` | how the program may end, see [`Ending`]; several with ` \| ` between them |
/// | `why` | the point of the program, for people |
/// | `limits` | `wall_ms=300, memory_bytes=...`: tighter limits; left out, the server's defaults |
/// | `seed` | the seed of random numbers |
/// | `stdout` | stdout, to the byte |
/// | `stdout-contains`, `stdout-lacks` | what must be in it, and what must not |
/// | `error-contains` | what must be in the text for the model |
/// | `repeat` | `same` or `different`: what a second run must print |
/// | `then`, `then-stdout` | a program sent next, and the exact stdout that it must give |
///
/// `expect` and `why` are required. A crash of the interpreter is right only where `expect`
/// names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Class and file, without the extension: `cpu/time-while`.
    pub name: String,
    /// What it goes for.
    pub class: Class,
    /// The program.
    pub code: String,
    /// The point of it.
    pub why: String,
    /// How it may end.
    pub expect: Vec<Ending>,
    /// Its limits.
    pub limits: LimitOverrides,
    /// Bytes that its image takes on top of the limit on memory.
    pub extra_memory_bytes: u64,
    /// Its seed.
    pub seed: Option<u64>,
    /// Stdout, to the byte.
    pub stdout: Option<String>,
    /// What stdout must have in it.
    pub stdout_contains: Option<String>,
    /// What stdout must not have in it.
    pub stdout_lacks: Option<String>,
    /// What the text for the model must have in it.
    pub error_contains: Option<String>,
    /// What a second run must print.
    pub repeat: Option<Repeat>,
    /// A program sent next.
    pub then: Option<Then>,
}

/// What a second run of the same program must print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeat {
    /// The same.
    Same,
    /// Something else.
    Different,
}

/// A program sent after another, to see that nothing is left of that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Then {
    /// The program.
    pub code: String,
    /// What it must print.
    pub stdout: String,
}

impl Program {
    /// Reads the file `catalogue/<name>.py`.
    ///
    /// # Errors
    ///
    /// When its header is wrong.
    pub fn parse(name: &str, text: &str) -> Result<Self, HeaderError> {
        Self::read(name, text).map_err(|fault| HeaderError { name: name.to_owned(), fault })
    }

    fn read(name: &str, text: &str) -> Result<Self, HeaderFault> {
        let class = name
            .split_once('/')
            .and_then(|(class, _)| Class::ALL.into_iter().find(|known| known.as_str() == class))
            .ok_or(HeaderFault::Class)?;
        let header = Header::parse(text)?;
        let then = match (header.then, header.then_stdout) {
            (None, None) => None,
            (Some(code), Some(stdout)) => Some(Then { code, stdout }),
            (Some(_), None) => return Err(HeaderFault::Missing("then-stdout")),
            (None, Some(_)) => return Err(HeaderFault::Missing("then")),
        };
        Ok(Self {
            name: name.to_owned(),
            class,
            code: text.to_owned(),
            why: header.why.ok_or(HeaderFault::Missing("why"))?,
            expect: header.expect.ok_or(HeaderFault::Missing("expect"))?,
            limits: header.limits.unwrap_or_default(),
            extra_memory_bytes: 0,
            seed: header.seed,
            stdout: header.stdout,
            stdout_contains: header.stdout_contains,
            stdout_lacks: header.stdout_lacks,
            error_contains: header.error_contains,
            repeat: header.repeat,
            then,
        })
    }

    /// The request that runs it.
    #[must_use]
    pub fn request(&self) -> ExecuteRequest {
        ExecuteRequest {
            limits: self.limits,
            seed: self.seed,
            ..ExecuteRequest::new(self.code.as_str())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told() {
        let fault = |name: &str, text: &str| Program::parse(name, text).unwrap_err().to_string();
        assert_eq!(
            fault("gpu/x", "# expect: ok\n# why: y\n"),
            "catalogue/gpu/x.py: the folder is not the name of a class"
        );
        assert_eq!(fault("cpu/x", "# why: y\n"), "catalogue/cpu/x.py: the key `expect` is missing");
        assert_eq!(
            fault("cpu/x", "# expect: ok\n"),
            "catalogue/cpu/x.py: the key `why` is missing"
        );
        assert_eq!(
            fault("cpu/x", "# expect: ok\n# why: y\n# then: \"1\"\n"),
            "catalogue/cpu/x.py: the key `then-stdout` is missing"
        );
    }
}
