//! Programs of the self-test's catalogue, again and again.

use std::fmt::Display;
use std::time::Duration;

use jupan_api::{ErrorKind, ExecuteRequest, ExecuteResponse};
use jupan_selftest::{Class, Ending, Program, check};

/// A bomb may take this long, so that a thousand of each class are a matter of minutes.
const MAX_ELAPSED: Duration = Duration::from_millis(60);
/// The time limit of a bomb that only the clock ends, in milliseconds.
const WALL_MS: u64 = 20;

/// The quick programs of one class, in turn for ever.
#[derive(Debug, Clone)]
pub struct Bombs {
    programs: Vec<Program>,
    next: usize,
}

impl Bombs {
    /// Runs every program of `class` once with `execute` and takes those that are quick: at
    /// least the quickest five.
    ///
    /// # Errors
    ///
    /// The first program that did not come out as it must.
    pub fn of<E: Display>(
        catalogue: &[Program],
        class: Class,
        mut execute: impl FnMut(&ExecuteRequest) -> Result<ExecuteResponse, E>,
    ) -> Result<Self, String> {
        let mut timed = Vec::new();
        for program in catalogue.iter().filter(|program| program.class == class) {
            let program = tightened(program);
            let checked = check(&program, &mut execute);
            if let Some(mismatch) = checked.mismatches.first() {
                return Err(format!("{}: {mismatch}", program.name));
            }
            timed.push((checked.elapsed, program));
        }
        timed.sort_by_key(|&(elapsed, _)| elapsed);
        let quick = timed.iter().take_while(|(elapsed, _)| *elapsed <= MAX_ELAPSED).count();
        timed.truncate(quick.max(5));
        Ok(Self { programs: timed.into_iter().map(|(_, program)| program).collect(), next: 0 })
    }

    /// The programs of these names.
    ///
    /// # Panics
    ///
    /// When there is none of a name.
    #[must_use]
    pub fn named(catalogue: &[Program], names: &[&str]) -> Self {
        let named = |name: &&str| {
            let program = catalogue.iter().find(|program| program.name == **name);
            tightened(program.unwrap_or_else(|| panic!("there is no program {name}")))
        };
        Self { programs: names.iter().map(named).collect(), next: 0 }
    }

    /// How many different ones there are.
    #[must_use]
    pub fn kinds(&self) -> usize {
        self.programs.len()
    }
}

impl Iterator for Bombs {
    type Item = Program;

    fn next(&mut self) -> Option<Program> {
        let program = self.programs.get(self.next).cloned();
        self.next = (self.next + 1) % self.programs.len().max(1);
        program
    }
}

/// The same with less time, if time is all that ends it.
fn tightened(program: &Program) -> Program {
    let mut program = program.clone();
    if program.expect == [Ending::Error(ErrorKind::Timeout, None)]
        && program.stdout_contains.is_none()
    {
        program.limits.wall_ms = program.limits.wall_ms.map(|wall_ms| wall_ms.min(WALL_MS));
    }
    program
}

#[cfg(test)]
mod tests {
    use jupan_selftest::catalogue;

    use super::*;

    #[test]
    fn only_the_clock_is_tightened() {
        let catalogue = catalogue().expect("its files are right");
        let wall_ms = |name: &str| {
            let program = catalogue.iter().find(|program| program.name == name);
            tightened(program.expect("it is there")).limits.wall_ms
        };
        assert_eq!(wall_ms("cpu/time-while"), Some(20));
        // It has to print something first; by fuel; by whatever comes first.
        assert_eq!(wall_ms("blocking/time-sleep"), Some(150));
        assert_eq!(wall_ms("cpu/fuel-loop"), None);
        assert_eq!(wall_ms("memory/mem-laughs"), Some(600));
    }
}
