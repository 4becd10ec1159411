//! Writes down how much fuel each program burns.

use anyhow::{Result, ensure};
use jupan_sandbox::Runner as _;
use jupan_tests::{KeptFuel, bench_programs};

use crate::server;

/// Runs every program once and keeps what it burns; shows what has changed.
pub(crate) fn renew() -> Result<()> {
    let kept = KeptFuel::read()?;
    let sandbox = server::sandbox()?;
    let mut burnt = KeptFuel { tolerance_percent: kept.tolerance_percent, ..KeptFuel::default() };
    for program in bench_programs() {
        let (asked, limits) = server::program(&program.code);
        let outcome = sandbox.run(&asked, &limits)?;
        ensure!(
            outcome.failure.is_none() && outcome.stdout.to_text() == program.stdout,
            "{} has to print {:?}: {outcome:?}",
            program.name,
            program.stdout
        );
        burnt.fuel.insert(program.name, outcome.usage.fuel);
    }
    for (name, fuel) in &burnt.fuel {
        let change = kept.fuel.get(name).map_or("new".to_owned(), |&before| {
            // Both are below 2^53.
            format!("{:+.1} %", (*fuel as f64 / before as f64 - 1.0) * 100.0)
        });
        println!("{name:<16} {fuel:>14} {change:>9}");
    }
    burnt.write()
}
