//! A fresh run of `print(1+1)`: inside the process, over HTTP one at a time, over HTTP at full
//! load.

mod load;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use jupan_sandbox::{Limits, Program, Runner};
use serde_json::json;

use super::{Context, PRINT, PRINTED, Present};
use crate::client::{Connection, Question};
use crate::peers::{ALL, Driver, ISOLATED, Outcome, Ran};
use crate::plot::{Bar, Plot};
use crate::report::{Cell, Fact, Group, Table};
use crate::rounds::take_turns;
use crate::server;
use crate::stats::Summary;

/// Something that runs the program.
struct Lane {
    name: String,
    isolation: &'static str,
    how: How,
    /// Runs in each round.
    batch: usize,
    seconds: Vec<f64>,
}

enum How {
    Library(Box<dyn Runner>, Program, Limits),
    OverHttp(Connection, Question),
    Peer(Driver),
}

pub(super) fn run(context: &Context) -> Result<Group> {
    let server = server::start(context, &[]);
    let Present { drivers, missing } = context.start(&ALL)?;
    let mut lanes = lanes(context, server.address(), drivers)?;
    for lane in &mut lanes {
        lane.warm_up(context)?;
    }
    take_turns(context.size.fresh_rounds, &mut lanes, |lane, _| {
        for _ in 0..lane.batch {
            let seconds = lane.measure(context)?;
            lane.seconds.push(seconds);
        }
        Ok(())
    })?;
    let mut table =
        Table::new("One at a time", &["runner", "isolation", "median (p10 to p90)", "p99"]);
    let mut bars = Vec::new();
    let mut facts = Vec::new();
    for lane in &lanes {
        let Some(times) = Summary::of(&lane.seconds) else { continue };
        let isolation = Cell::text(lane.isolation);
        table.row(&lane.name, vec![isolation, Cell::Times(times), Cell::Seconds(times.p99)]);
        if lane.isolation == "fresh" {
            let is_ours = !matches!(lane.how, How::Peer(_));
            bars.push(Bar { name: lane.name.clone(), value: times.median, is_ours });
        }
        facts.extend(lane.facts(&times));
    }
    for (name, why) in missing {
        table.gap(name, &why);
    }
    // They would take memory, and the measurements under load start their own.
    drop(lanes);
    let (load_table, load_fact) = load::run(context, server.address())?;
    facts.push(load_fact);
    Ok(Group {
        name: "fresh",
        title: "A fresh run of print(1+1)",
        notes: vec![
            "Isolation \"fresh\": nothing of one run is left for the next. \"none\": the next run \
             sees what one left; such rows only show how far down one can get."
                .to_owned(),
            "Peers are called from Python inside their own process, and their time is taken \
             there. Jupan is called as a library, which runs the program in the same process or \
             in a worker that has locked itself down, or over HTTP, the client included, on a \
             connection that stays open; the server uses such workers."
                .to_owned(),
        ],
        facts,
        tables: vec![table, load_table],
        plots: vec![Plot::bars("fresh", "A fresh run of print(1+1), median", bars)],
    })
}

fn lanes(context: &Context, address: SocketAddr, drivers: Vec<Driver>) -> Result<Vec<Lane>> {
    let (program, limits) = server::program(PRINT);
    let in_process = How::Library(Box::new(server::sandbox()?), program.clone(), limits);
    let in_worker = How::Library(Box::new(server::worker_pool()?), program, limits);
    let connection = context.runtime.block_on(Connection::open(address))?;
    let over_http = How::OverHttp(connection, Question::execute(&json!({ "code": PRINT })));
    let mut lanes = vec![
        Lane::new("Jupan, in process", "fresh", in_process),
        Lane::new("Jupan, in a worker process", "fresh", in_worker),
        Lane::new("Jupan, over HTTP", "fresh", over_http),
    ];
    lanes.extend(drivers.into_iter().map(|driver| {
        let peer = driver.peer();
        Lane::new(peer.name, peer.isolation.as_str(), How::Peer(driver))
    }));
    Ok(lanes)
}

impl Lane {
    fn new(name: &str, isolation: &'static str, how: How) -> Self {
        Self { name: name.to_owned(), isolation, how, batch: 1, seconds: Vec::new() }
    }

    /// Runs it until it is warm, and chooses how often it runs in a round.
    fn warm_up(&mut self, context: &Context) -> Result<()> {
        let start = Instant::now();
        let slice = context.size.fresh_slice;
        let mut last = Duration::MAX;
        while last == Duration::MAX || start.elapsed() < slice.mul_f64(3.0) {
            last = Duration::from_secs_f64(self.measure(context)?);
        }
        // Between 1 and some hundreds.
        self.batch = (slice.as_secs_f64() / last.as_secs_f64()).clamp(1.0, 200.0) as usize;
        Ok(())
    }

    /// Runs it once; gives the seconds.
    fn measure(&mut self, context: &Context) -> Result<f64> {
        match &mut self.how {
            How::Library(runner, program, limits) => in_library(&**runner, program, limits),
            How::OverHttp(connection, question) => {
                let elapsed = context.runtime.block_on(connection.expect(question, PRINTED))?;
                Ok(elapsed.as_secs_f64())
            }
            How::Peer(driver) => printed(driver.run(PRINT, 1)?),
        }
    }

    fn facts(&self, times: &Summary) -> Vec<Fact> {
        match &self.how {
            How::Library(..) => {
                vec![Fact::new(format!("`print(1+1)`: {}", self.name), Cell::Times(*times))]
            }
            How::OverHttp(..) => vec![
                Fact::new("`print(1+1)`: Jupan, over HTTP, one at a time", Cell::Times(*times)),
                Fact::new("the same, p99", Cell::Seconds(times.p99)),
            ],
            How::Peer(driver) if ISOLATED.contains(&driver.peer()) => {
                vec![Fact::new(format!("`print(1+1)`: {}", self.name), Cell::Times(*times))]
            }
            How::Peer(_) => Vec::new(),
        }
    }
}

/// One run through the library; gives the seconds.
fn in_library(runner: &dyn Runner, program: &Program, limits: &Limits) -> Result<f64> {
    let start = Instant::now();
    let outcome = runner.run(program, limits)?;
    let elapsed = start.elapsed();
    ensure!(
        outcome.failure.is_none() && outcome.stdout.head == PRINTED.as_bytes(),
        "a wrong answer: {outcome:?}"
    );
    Ok(elapsed.as_secs_f64())
}

/// The time of a peer's run, which has to be right.
fn printed(outcome: Outcome<Ran>) -> Result<f64> {
    match outcome {
        Outcome::Done(ran) => {
            ensure!(ran.stdout == PRINTED, "a peer's wrong answer: {:?}", ran.stdout);
            Ok(ran.seconds.iter().sum())
        }
        Outcome::Lacks(why) => anyhow::bail!("a peer cannot even print: {why}"),
    }
}
