//! Programs that compute: time and fuel, and how many times as long as CPython.

mod table;

use std::time::Instant;

use anyhow::{Result, ensure};
use jupan_sandbox::{Runner as _, Sandbox};
use jupan_tests::{BenchProgram, bench_programs};

use self::table::Figures;
use super::{Context, PRINT, PRINTED, Present};
use crate::peers::{CPYTHON_EXEC, Driver, ISOLATED, Outcome};
use crate::report::Group;
use crate::rounds::take_turns;
use crate::server;
use crate::stats::Summary;

/// A runner whose program takes longer than this has a turn only in some rounds.
const LONG_SECONDS: f64 = 0.7;

/// Something that runs all programs.
struct Runner {
    name: String,
    how: How,
    /// One for each program.
    cells: Vec<Measured>,
}

enum How {
    Ours(Box<Sandbox>),
    Peer(Box<Driver>),
}

/// What one runner needs for one program.
#[derive(Debug, Clone, Default)]
struct Measured {
    seconds: Vec<f64>,
    /// Instructions, where they are counted.
    fuel: u64,
    /// Why there is nothing to measure.
    lacks: Option<String>,
    /// It has a turn in every so many rounds.
    every: usize,
}

pub(super) fn run(context: &Context) -> Result<Group> {
    let mut programs = bench_programs();
    if let Some(names) = context.size.programs {
        programs.retain(|program| names.contains(&program.name.as_str()));
        ensure!(programs.len() == names.len(), "one of the programs {names:?} is not there");
    }
    // What a start costs, so that it can be taken off.
    programs.push(BenchProgram {
        name: "start".to_owned(),
        title: "`print(1+1)`.".to_owned(),
        code: PRINT.to_owned(),
        stdout: PRINTED.to_owned(),
    });
    let Present { drivers, missing } = context.start(&[&[CPYTHON_EXEC][..], &ISOLATED].concat())?;
    let mut runners = runners(drivers, programs.len())?;
    for runner in &mut runners {
        for (index, program) in programs.iter().enumerate() {
            runner.warm_up(index, program)?;
        }
    }
    if context.size.program_rounds > 0 {
        for measured in runners.iter_mut().flat_map(|runner| &mut runner.cells) {
            measured.seconds.clear();
        }
    }
    let mut order: Vec<usize> = (0..programs.len()).collect();
    take_turns(context.size.program_rounds, &mut order, |&mut index, round| {
        let count = runners.len();
        for turn in 0..count {
            let runner = &mut runners[(turn + index + round) % count];
            if round.is_multiple_of(runner.cells[index].every) {
                runner.measure(index, &programs[index])?;
            }
        }
        Ok(())
    })?;
    Ok(table::group(&programs, &figures(runners), &missing))
}

fn runners(drivers: Vec<Driver>, programs: usize) -> Result<Vec<Runner>> {
    let runner = |name: &str, how| Runner {
        name: name.to_owned(),
        how,
        cells: vec![Measured { every: 1, ..Measured::default() }; programs],
    };
    let ours = How::Ours(Box::new(server::sandbox()?));
    let mut runners = vec![runner("Jupan, in process", ours)];
    runners.extend(
        drivers.into_iter().map(|driver| runner(driver.peer().name, How::Peer(Box::new(driver)))),
    );
    Ok(runners)
}

fn figures(runners: Vec<Runner>) -> Vec<Figures> {
    runners
        .into_iter()
        .map(|runner| Figures {
            is_ours: matches!(runner.how, How::Ours(_)),
            is_reference: matches!(&runner.how, How::Peer(driver) if driver.peer() == CPYTHON_EXEC),
            fuel: runner.cells.iter().map(|cell| cell.fuel).collect(),
            times: runner
                .cells
                .into_iter()
                .map(|cell| match cell.lacks {
                    Some(lacks) => Err(lacks),
                    None => Summary::of(&cell.seconds).ok_or_else(|| "not measured".to_owned()),
                })
                .collect(),
            name: runner.name,
        })
        .collect()
}

impl Runner {
    /// The first run, which shows whether the runner can do it and how long it takes.
    fn warm_up(&mut self, index: usize, program: &BenchProgram) -> Result<()> {
        self.measure(index, program)?;
        let slowest = self.cells[index].seconds.iter().copied().fold(0.0, f64::max);
        // At least every third round, so that there is a median.
        self.cells[index].every = ((slowest / LONG_SECONDS).ceil() as usize).clamp(1, 3);
        Ok(())
    }

    /// One more run. A wrong answer of ours is an error, one of a peer is told.
    fn measure(&mut self, index: usize, program: &BenchProgram) -> Result<()> {
        let cell = &mut self.cells[index];
        if cell.lacks.is_some() {
            return Ok(());
        }
        match &mut self.how {
            How::Ours(sandbox) => {
                let (asked, limits) = server::program(&program.code);
                let start = Instant::now();
                let outcome = sandbox.run(&asked, &limits)?;
                let elapsed = start.elapsed();
                ensure!(
                    outcome.failure.is_none() && outcome.stdout.to_text() == program.stdout,
                    "{} has to print {:?}: {outcome:?}",
                    program.name,
                    program.stdout
                );
                cell.seconds.push(elapsed.as_secs_f64());
                cell.fuel = outcome.usage.fuel;
            }
            How::Peer(driver) => match driver.run(&program.code, 1)? {
                Outcome::Done(ran) if ran.stdout == program.stdout => {
                    cell.seconds.extend(ran.seconds);
                }
                Outcome::Done(_) => cell.lacks = Some("a wrong answer".to_owned()),
                Outcome::Lacks(why) => cell.lacks = Some(why),
            },
        }
        Ok(())
    }
}
