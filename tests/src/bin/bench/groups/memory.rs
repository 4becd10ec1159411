//! Memory of runs in flight: programs that sleep, while the memory of the server and its workers
//! is added up.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::json;
use tokio::task::JoinSet;

use super::{Context, PRINT, PRINTED};
use crate::client::{Connection, Question};
use crate::machine::cores;
use crate::peers::{ISOLATED, Outcome, Peer};
use crate::processes::{Memory, memory_of};
use crate::report::{Cell, Fact, Group, Table};
use crate::server;

/// How often the programs may be too slow to be seen together before that is an error.
const ATTEMPTS: u32 = 4;

/// Memory by runs in flight.
type Levels = Vec<(usize, Memory)>;

pub(super) fn run(context: &Context) -> Result<Group> {
    let in_flight = context.size.in_flight;
    let most = in_flight.iter().copied().max().unwrap_or(0);
    let count = most.to_string();
    let columns: Vec<_> = in_flight.iter().map(|level| format!("{level} in flight")).collect();
    let mut headings = vec!["runner"];
    headings.extend(columns.iter().map(String::as_str));
    headings.push("for each further run");
    let mut table = Table::new("Memory by runs in flight", &headings);

    let wide = ["--workers", &count, "--max-concurrent-runs", &count];
    let ours = levels(context, &wide, in_flight)?;
    let name = format!("Jupan, {count} workers");
    table.row(&name, cells(in_flight, &ours, |memory| memory.proportional));
    let resident = format!("{name}, shared pages counted in each process");
    table.row(resident, cells(in_flight, &ours, |memory| Some(memory.resident)));
    let few: Vec<_> = in_flight.iter().copied().filter(|&level| level <= cores()).collect();
    let as_it_is = levels(context, &[], &few)?;
    let name = format!("Jupan, as it starts by itself: {} workers", cores());
    table.row(name, cells(in_flight, &as_it_is, |memory| memory.proportional));
    for peer in context.peers.select(&ISOLATED) {
        match peer_levels(context, peer)? {
            Outcome::Done(levels) => {
                table.row(peer.name, cells(in_flight, &levels, |memory| memory.proportional));
            }
            Outcome::Lacks(why) => table.gap(peer.name, &why),
        }
    }
    Ok(Group {
        name: "memory",
        title: "Memory",
        notes: vec![
            format!(
                "Runs that sleep, all in flight when memory is looked at. Jupan is started with \
                 `--workers {count} --max-concurrent-runs {count}`, otherwise as it is; workers \
                 that wait for a run are part of the figure."
            ),
            "Bytes are proportional: what processes share is divided among them. The benchmark's \
             driver, a Python process, is part of a peer's figure."
                .to_owned(),
        ],
        facts: each_further(&ours, |memory| memory.proportional)
            .map(|bytes| Fact::new("memory for each further run in flight", Cell::Bytes(bytes)))
            .into_iter()
            .collect(),
        tables: vec![table],
        plots: Vec::new(),
    })
}

fn cells(
    in_flight: &[usize],
    levels: &Levels,
    bytes: impl Fn(&Memory) -> Option<u64> + Copy,
) -> Vec<Cell> {
    let mut cells: Vec<_> = in_flight
        .iter()
        .map(|level| match levels.iter().find(|(other, _)| other == level) {
            None => Cell::text(""),
            Some((_, memory)) => match bytes(memory) {
                // Below 2^53.
                Some(bytes) => Cell::Bytes(bytes as f64),
                None => Cell::text("not told by the system"),
            },
        })
        .collect();
    cells.push(each_further(levels, bytes).map_or(Cell::text(""), Cell::Bytes));
    cells
}

/// From the least to the most runs, so that what there is without any does not count.
fn each_further(levels: &Levels, bytes: impl Fn(&Memory) -> Option<u64>) -> Option<f64> {
    let ((low, first), (high, last)) = (levels.first()?, levels.last()?);
    let runs = high.checked_sub(*low).filter(|&runs| runs > 0)?;
    Some((bytes(last)? as f64 - bytes(first)? as f64) / runs as f64)
}

/// The memory of a server with `args`, at each level.
fn levels(context: &Context, args: &[&str], in_flight: &[usize]) -> Result<Levels> {
    let server = server::start(context, args);
    let question = Question::execute(&json!({ "code": PRINT }));
    context.runtime.block_on(async {
        Connection::open(server.address()).await?.expect(&question, PRINTED).await
    })?;
    let sample = || memory_of(server.id());
    in_flight
        .iter()
        .map(|&level| {
            let memory = context.runtime.block_on(async {
                let mut sleep = context.size.sleep;
                for _ in 0..ATTEMPTS {
                    if let Some(memory) =
                        sample_in_flight(server.address(), level, sleep, &sample).await?
                    {
                        return Ok(memory);
                    }
                    sleep *= 2;
                }
                bail!("{level} programs that sleep were never seen in flight together")
            })?;
            Ok((level, memory))
        })
        .collect()
}

/// The memory while `level` programs sleep; `None` if they did not all sleep at that moment.
async fn sample_in_flight(
    address: SocketAddr,
    level: usize,
    sleep: Duration,
    sample: &impl Fn() -> Memory,
) -> Result<Option<Memory>> {
    let question = Question::execute(&json!({
        "code": format!("import time\ntime.sleep({})", sleep.as_secs_f64()),
        "limits": { "wall_ms": 60_000 },
    }));
    let mut programs = JoinSet::new();
    for _ in 0..level {
        let question = question.clone();
        let mut connection = Connection::open(address).await?;
        programs.spawn(async move {
            let (response, _) = connection.execute(&question).await?;
            ensure!(response.error.is_none(), "a sleep failed: {response:?}");
            let ran = Duration::from_secs_f64(response.usage.wall_ms / 1000.0);
            Ok((Instant::now(), ran))
        });
    }
    tokio::time::sleep(sleep / 2).await;
    let start = Instant::now();
    let memory = sample();
    let end = Instant::now();
    let mut all_slept = true;
    while let Some(program) = programs.join_next().await {
        let (answered, ran) = program.context("a client does not panic")??;
        let slept_then = answered.checked_sub(ran).is_some_and(|began| began < start);
        all_slept &= slept_then && answered > end;
    }
    Ok(all_slept.then_some(memory))
}

fn peer_levels(context: &Context, peer: Peer) -> Result<Outcome<Levels>> {
    let mut driver = match context.start_one(peer)? {
        Outcome::Done(driver) => driver,
        Outcome::Lacks(why) => return Ok(Outcome::Lacks(why)),
    };
    let sleep = context.size.sleep;
    let code = format!("import time\ntime.sleep({})", sleep.as_secs_f64());
    let mut levels = Vec::new();
    for &level in context.size.peer_in_flight {
        if let Err(error) = driver.hold(&code, level) {
            return Ok(Outcome::Lacks(format!("not with {level} at once: {error:#}")));
        }
        std::thread::sleep(sleep / 2);
        levels.push((level, memory_of(driver.id())));
        driver.release()?;
    }
    Ok(Outcome::Done(levels))
}
