//! `cargo xtask mutate`: turns each safeguard off and demands that a test misses it.
//!
//! A limit that is configured but put in force nowhere looks like one that works, until
//! somebody needs it. So the tests of the sandbox and the server are built with switches that
//! the product does not have (`crates/jupan-sandbox/src/safeguard.rs`), and run once with
//! everything in force, when all must pass, and once for each safeguard without it, when at
//! least one must fail.

mod binaries;
mod table;
mod trial;

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};

use self::binaries::Binaries;
use self::table::Row;
use self::trial::{Ending, run_test};
use crate::workspace::Workspace;

/// Tests that run at the same time. Those whose safeguard is off mostly wait or spin until
/// they are ended.
const AT_ONCE: usize = 8;

/// What may be chosen.
#[derive(clap::Args)]
pub(crate) struct MutateArgs {
    /// Safeguards to turn off, such as `fuel` [default: each in turn].
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

/// Builds the tests, runs them with all safeguards and without each. Gives the count.
pub(crate) fn run(workspace: &Workspace, args: &MutateArgs) -> Result<String> {
    let rows = table::chosen(&table::names(workspace)?, &args.names)?;
    let binaries = Binaries::build(workspace)?;

    let control =
        try_all(&binaries, rows.iter().flat_map(|row| row.tests).map(|test| (None, test)));
    let broken: Vec<String> = control
        .iter()
        .filter(|tried| tried.ending != Ending::Passed)
        .map(|tried| format!("{} {}", tried.test, tried.ending))
        .collect();
    if !broken.is_empty() {
        bail!("with every safeguard in force these must pass:\n  {}", broken.join("\n  "));
    }
    println!("with every safeguard in force: {} tests passed", control.len());

    let tests = rows.iter().flat_map(|row| row.tests.iter().map(|test| (Some(row.name), test)));
    let tried = try_all(&binaries, tests);
    let missed: Vec<&str> =
        rows.iter().filter(|row| !report(row, &tried)).map(|row| row.name).collect();
    if !missed.is_empty() {
        bail!("no test fails without {}", missed.join(", "));
    }
    Ok(format!("{} safeguards, each missed when it is off", rows.len()))
}

/// Prints what became of the tests of `row`. Whether one of them did not pass.
fn report(row: &Row, tried: &[Tried]) -> bool {
    let mut is_caught = false;
    for tried in tried.iter().filter(|tried| tried.off == Some(row.name)) {
        let told = match &tried.ending {
            Ending::Passed => "MISSED",
            // It ran nothing, so it shows nothing.
            Ending::Unclear(_) => "UNCLEAR",
            Ending::Failed | Ending::Signalled(_) | Ending::Killed => "caught",
        };
        is_caught |= told == "caught";
        println!(
            "{:<17} {told:<8} {:>5.1} s  {} {}",
            row.name,
            tried.took.as_secs_f64(),
            tried.test,
            tried.ending
        );
    }
    is_caught
}

/// A test that was run.
struct Tried {
    /// What was off.
    off: Option<&'static str>,
    test: &'static table::Test,
    ending: Ending,
    took: Duration,
}

/// Runs tests, several at once, and gives what became of each, in any order.
fn try_all(
    binaries: &Binaries,
    tests: impl Iterator<Item = (Option<&'static str>, &'static table::Test)>,
) -> Vec<Tried> {
    let queue: Mutex<VecDeque<_>> = Mutex::new(tests.collect());
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                    let Some((off, test)) = next else { return };
                    let (ending, took) = run_test(binaries.of(test.binary), test.name, off);
                    let tried = Tried { off, test, ending, took };
                    done.lock().unwrap_or_else(PoisonError::into_inner).push(tried);
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutate::table::TABLE;

    #[test]
    fn every_safeguard_of_the_code_has_a_row() {
        let names = table::names(&Workspace::find().unwrap()).unwrap();
        assert_eq!(table::chosen(&names, &[]).unwrap().len(), TABLE.len());
    }
}
