//! A catalogue of hostile Python programs, and what has to come of each.
//!
//! # Model
//!
//! ```text
//! catalogue/<class>/<name>.py -> Program -> check(): run, judge, run what follows -> Checked
//! ```
//!
//! Each file is a program that tries to use too much, to get out, or to reach into another
//! run, with a header that says what a right answer is and why; [`Program`] describes the
//! header. The files are part of the binary. `jupan selftest` runs them against a sandbox of
//! its own or a server, and the end-to-end tests run the same files: who runs a program is a
//! function that [`check`] is given.
//!
//! # Example
//!
//! ```
//! use jupan_selftest::{Class, catalogue};
//!
//! let programs = catalogue()?;
//! let spin = programs.iter().find(|program| program.name == "cpu/time-while").unwrap();
//! assert_eq!(spin.class, Class::Cpu);
//! assert_eq!(spin.limits.wall_ms, Some(150));
//! # Ok::<(), jupan_selftest::HeaderError>(())
//! ```

mod check;
mod class;
mod cpython;
mod ending;
mod header;
mod judge;
mod lateness;
mod program;

pub use check::{Checked, FOLLOW_UP, check};
pub use class::Class;
pub use ending::Ending;
pub use header::{HeaderError, HeaderFault};
pub use judge::Mismatch;
pub use lateness::{OUTLIVING, Outliving};
pub use program::{Program, Repeat, Then};

/// Name and text of every file.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Every program, by class and name.
///
/// # Errors
///
/// The first file whose header is wrong; the tests of this crate make sure that none is.
pub fn catalogue() -> Result<Vec<Program>, HeaderError> {
    let mut programs = FILES
        .iter()
        .map(|(name, text)| Program::parse(name, text))
        .collect::<Result<Vec<_>, _>>()?;
    programs.sort_by_key(|program| program.class);
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_program_and_every_class_has_some() {
        let programs = catalogue().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(programs.len(), FILES.len());
        assert!(programs.len() >= 120, "{} programs", programs.len());
        for class in Class::ALL {
            let count = programs.iter().filter(|program| program.class == class).count();
            assert!(count >= 10, "{count} programs in {}", class.as_str());
        }
    }

    /// Whether `pattern`, in which `*` stands for any text, is `name`.
    fn matches(pattern: &str, name: &str) -> bool {
        match pattern.split_once('*') {
            None => pattern == name,
            Some((start, end)) => {
                name.len() >= pattern.len() - 1 && name.starts_with(start) && name.ends_with(end)
            }
        }
    }

    #[test]
    fn every_program_that_the_list_of_threats_names_exists() {
        let threats = include_str!("../../jupan-sandbox/SECURITY.md");
        let is_class = |name: &str| Class::ALL.iter().any(|class| class.as_str() == name);
        let named: Vec<&str> = threats
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|text| text.split_once('/').is_some_and(|(class, _)| is_class(class)))
            .collect();
        assert!(named.len() > 50, "{named:?}");
        let unknown: Vec<&&str> = named
            .iter()
            .filter(|pattern| !FILES.iter().any(|(name, _)| matches(pattern, name)))
            .collect();
        assert_eq!(unknown, Vec::<&&str>::new());
    }
}
