//! Compares the sandbox with CPython: `cargo xtask conformance` runs it.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use jupan_tests::conformance::{Differences, programs, record, recorded, run_in_sandbox};

/// Run programs in the sandbox and show where it differs from what CPython gave.
///
/// Exit status: 0 all is as it is known to be, 1 not.
#[derive(Parser)]
#[command(name = "conformance")]
struct Args {
    /// The area alone, such as `itertools`. [default: all]
    area: Option<String>,
    /// Folder of the image that runs the programs.
    #[arg(long, value_name = "DIR", default_value = "target/image/python")]
    image: PathBuf,
    /// Write down anew what this CPython 3.13 gives.
    #[arg(long, value_name = "PYTHON", conflicts_with = "renew")]
    record: Option<PathBuf>,
    /// Write down anew what the sandbox gives where it is known to differ, and
    /// docs/differences.md.
    #[arg(long, conflicts_with = "area")]
    renew: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether all is as it is known to be.
fn run(args: &Args) -> Result<bool> {
    let programs = programs(args.area.as_deref())?;
    if let Some(python) = &args.record {
        record(python, &programs)?;
        println!("{} programs recorded", programs.len());
        return Ok(true);
    }
    let recorded = recorded()?;
    let mut differences = Differences::read()?;
    let seen = run_in_sandbox(&args.image, &programs)?;
    if args.renew {
        differences.renew(&programs, &recorded, &seen)?;
    }
    let (mut equal, mut known, mut wrong) = (0, 0, 0);
    for (program, seen) in programs.iter().zip(&seen) {
        let Some(cpython) = recorded.get(&program.id) else {
            println!("{}: not recorded; --record does it", program.id);
            wrong += 1;
            continue;
        };
        let (wanted, whose) = match differences.find(&program.id) {
            Some(difference) => (&difference.sandbox, "what the sandbox is known to give"),
            None => (cpython, "CPython"),
        };
        match wanted.diff(seen) {
            Some(diff) => {
                println!("=== {} (- {whose}, + the sandbox)\n{diff}", program.id);
                wrong += 1;
            }
            None if differences.find(&program.id).is_some() => known += 1,
            None => equal += 1,
        }
    }
    println!("{equal} equal, {known} known to differ, {wrong} wrong");
    Ok(wrong == 0)
}
