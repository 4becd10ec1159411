//! The same with all cores busy.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use jupan_sandbox::WorkerPool;
use serde_json::json;

use super::in_library;

use crate::client::Question;
use crate::groups::{Context, PRINT, PRINTED};
use crate::load::Load;
use crate::machine::cores;
use crate::peers::{CPYTHON_EXEC, Driver, ISOLATED, Outcome, Peer};
use crate::report::{Cell, Fact, Table};
use crate::rounds::take_turns;
use crate::server;
use crate::stats::Summary;

/// Clients for each core: one whose request runs, and one whose request waits.
const CLIENTS_PER_CORE: usize = 2;

struct Lane {
    name: String,
    how: How,
    seconds: Vec<f64>,
    rates: Vec<f64>,
}

enum How {
    OverHttp(Load),
    /// A thread for each core.
    Workers(Box<WorkerPool>),
    /// One for each core.
    Peers(Vec<Driver>),
}

pub(super) fn run(context: &Context, address: SocketAddr) -> Result<(Table, Fact)> {
    let clients = CLIENTS_PER_CORE * cores();
    let title = format!("At full load: {} cores, client included", cores());
    let mut table = Table::new(&title, &["runner", "runs a second", "median (p10 to p90)", "p99"]);
    let question = Question::execute(&json!({ "code": PRINT }));
    let load = context.runtime.block_on(Load::connect(address, clients, question, PRINTED))?;
    let name = format!("Jupan, over HTTP, {clients} clients");
    let workers = format!("Jupan, in {} worker processes", cores());
    let mut lanes = vec![
        Lane::new(name, How::OverHttp(load)),
        Lane::new(workers, How::Workers(Box::new(server::worker_pool()?))),
    ];
    for peer in context.peers.select(&[&[CPYTHON_EXEC][..], &ISOLATED].concat()) {
        match drivers(context, peer)? {
            Outcome::Done(drivers) => {
                let name = format!("{}, {} processes", peer.name, drivers.len());
                lanes.push(Lane::new(name, How::Peers(drivers)));
            }
            Outcome::Lacks(why) => table.gap(peer.name, &why),
        }
    }
    // The first round warms up.
    take_turns(context.size.load_rounds + 1, &mut lanes, |lane, round| {
        lane.measure(context, round > 0)
    })?;
    let mut rate = Cell::text("not measured");
    for lane in &lanes {
        let (Some(times), Some(rates)) = (Summary::of(&lane.seconds), Summary::of(&lane.rates))
        else {
            continue;
        };
        let per_second = Cell::PerSecond(rates.median);
        if matches!(lane.how, How::OverHttp(_)) {
            rate = per_second.clone();
        }
        table.row(&lane.name, vec![per_second, Cell::Times(times), Cell::Seconds(times.p99)]);
    }
    Ok((table, Fact::new("fresh runs over HTTP at full load", rate)))
}

/// As many processes as there are cores: the most a peer can do.
fn drivers(context: &Context, peer: Peer) -> Result<Outcome<Vec<Driver>>> {
    let mut drivers = Vec::new();
    for _ in 0..cores() {
        match context.start_one(peer)? {
            Outcome::Done(driver) => drivers.push(driver),
            Outcome::Lacks(why) => return Ok(Outcome::Lacks(why)),
        }
    }
    Ok(Outcome::Done(drivers))
}

impl Lane {
    fn new(name: String, how: How) -> Self {
        Self { name, how, seconds: Vec::new(), rates: Vec::new() }
    }

    fn measure(&mut self, context: &Context, counts: bool) -> Result<()> {
        let slice = context.size.load_slice;
        let (seconds, rate) = match &mut self.how {
            How::OverHttp(load) => {
                let throughput = context.runtime.block_on(load.run(slice))?;
                (throughput.seconds, throughput.per_second)
            }
            How::Workers(pool) => in_workers(pool, slice)?,
            How::Peers(drivers) => in_peers(drivers, slice)?,
        };
        if counts {
            self.seconds.extend(seconds);
            self.rates.push(rate);
        }
        Ok(())
    }
}

/// Runs from one thread for each core; gives the seconds of each, and runs a second.
fn in_workers(pool: &WorkerPool, duration: Duration) -> Result<(Vec<f64>, f64)> {
    let (program, limits) = server::program(PRINT);
    let start = Instant::now();
    let run = || -> Result<Vec<f64>> {
        let mut seconds = Vec::new();
        while start.elapsed() < duration {
            seconds.push(in_library(pool, &program, &limits)?);
        }
        Ok(seconds)
    };
    let all = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores()).map(|_| scope.spawn(run)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().map_err(|_| anyhow!("a thread panicked"))?)
            .collect::<Result<Vec<_>>>()
    })?
    .concat();
    let rate = all.len() as f64 / start.elapsed().as_secs_f64();
    Ok((all, rate))
}

/// The same of peers that are busy at the same time.
fn in_peers(drivers: &mut [Driver], duration: Duration) -> Result<(Vec<f64>, f64)> {
    for driver in &mut *drivers {
        driver.start_load(PRINT, duration)?;
    }
    let (mut seconds, mut rate) = (Vec::new(), 0.0);
    for driver in drivers {
        let Outcome::Done(ran) = driver.finish_load()? else { continue };
        ensure!(ran.stdout == PRINTED, "a wrong answer: {:?}", ran.stdout);
        rate += ran.seconds.len() as f64 / ran.elapsed;
        seconds.extend(ran.seconds);
    }
    Ok((seconds, rate))
}
