//! How long after a limit the answer comes.

mod kinds;

use std::time::Duration;

use anyhow::{Result, ensure};
use jupan_api::{ErrorKind, RunStatus};
use serde_json::json;

use self::kinds::{KINDS, Kind};
use super::{Context, PRINT, PRINTED, Present};
use crate::client::{Connection, Question};
use crate::peers::{Driver, ISOLATED, Outcome};
use crate::plot::{Dots, Plot, Unit};
use crate::report::{Cell, Fact, Group, Row, Table};
use crate::rounds::take_turns;
use crate::server;
use crate::stats::Summary;

/// One kind of program and what it took to end it.
struct Measured {
    kind: &'static Kind,
    ours: Vec<f64>,
    /// For each peer: seconds, or what it said in place of being stopped.
    peers: Vec<Result<Vec<f64>, String>>,
}

pub(super) fn run(context: &Context) -> Result<Group> {
    let server = server::start(context, &[]);
    let mut connection = context.runtime.block_on(Connection::open(server.address()))?;
    let question = Question::execute(&json!({ "code": PRINT }));
    context.runtime.block_on(connection.expect(&question, PRINTED))?;
    let Present { mut drivers, missing } = context.start(&ISOLATED)?;
    let mut notes = notes();
    notes.extend(missing.iter().map(|(name, why)| format!("{name}: {why}.")));
    let mut lanes: Vec<_> = KINDS
        .iter()
        .map(|kind| Measured {
            kind,
            ours: Vec::new(),
            peers: drivers.iter().map(|_| Ok(Vec::new())).collect(),
        })
        .collect();
    take_turns(context.size.limit_rounds, &mut lanes, |lane, round| {
        lane.ours.push(context.runtime.block_on(ours(&mut connection, lane.kind))?);
        // A peer that is stopped late takes its time.
        if round.is_multiple_of(3) {
            for (driver, times) in drivers.iter_mut().zip(&mut lane.peers) {
                lane.kind.measure(driver, times)?;
            }
        }
        Ok(())
    })?;
    let names: Vec<_> = drivers.iter().map(|driver| driver.peer().name).collect();
    Ok(group(&lanes, &names, notes))
}

fn notes() -> Vec<String> {
    vec![
        "\"After the limit\": the time of the whole call, the client's side included, less the \
         wall-clock limit of 100 ms. \"Whole call\": the program reaches another limit as fast as \
         it can. Peers are given the same limits and measured in their own process."
            .to_owned(),
        "Jupan's figures are the median and the most of all samples; a peer's are the most."
            .to_owned(),
    ]
}

/// One run of Jupan's, which has to end by a limit.
async fn ours(connection: &mut Connection, kind: &Kind) -> Result<f64> {
    let question = Question::execute(&json!({
        "code": kind.code,
        "limits": {
            "wall_ms": u64::try_from(kind.wall.as_millis())?,
            "memory_bytes": kind.memory_bytes,
            "output_bytes": kind.output_bytes,
        },
    }));
    let (response, elapsed) = connection.execute(&question).await?;
    ensure!(response.status == RunStatus::Limit, "{} was not stopped: {response:?}", kind.name);
    let is_by_clock = response.error.is_some_and(|error| error.kind == ErrorKind::Timeout);
    ensure!(is_by_clock == kind.is_by_clock, "{} was stopped by another limit", kind.name);
    Ok(kind.counted(elapsed.as_secs_f64()))
}

impl Kind {
    /// What of a call's seconds counts.
    fn counted(&self, seconds: f64) -> f64 {
        if self.is_by_clock { seconds - self.wall.as_secs_f64() } else { seconds }
    }

    /// One run of a peer's.
    fn measure(&self, driver: &mut Driver, times: &mut Result<Vec<f64>, String>) -> Result<()> {
        let Ok(seconds) = times else { return Ok(()) };
        let wall = self.wall.min(PEER_WALL);
        match driver.limit(self.code, wall, self.memory_bytes, self.output_bytes)? {
            Outcome::Lacks(why) => *times = Err(why),
            Outcome::Done(ended) => {
                let whole: f64 = ended.seconds.iter().sum();
                let shown = Cell::Seconds(whole).show();
                if ended.ended == "completed" {
                    *times = Err(format!("runs to its end ({shown})"));
                } else if !self.is_by_clock && whole >= wall.as_secs_f64() {
                    *times = Err(format!("only by its clock of {} s", wall.as_secs()));
                } else if self.is_by_clock && self.counted(whole) < -EARLY {
                    *times = Err(format!("refused before the limit ({shown})"));
                } else {
                    seconds.push(self.counted(whole));
                }
            }
        }
        Ok(())
    }
}

fn group(lanes: &[Measured], names: &[&str], notes: Vec<String>) -> Group {
    let mut columns = vec!["program", "measured", "Jupan, median", "Jupan, most"];
    columns.extend(names);
    let mut table = Table::new("From the limit to the answer", &columns);
    let mut rows = Vec::new();
    let (mut medians, mut most) = (Vec::new(), 0.0_f64);
    for lane in lanes {
        let Some(times) = Summary::of(&lane.ours) else { continue };
        let measured = if lane.kind.is_by_clock { "after the limit" } else { "whole call" };
        let mut cells =
            vec![Cell::text(measured), Cell::Seconds(times.median), Cell::Seconds(times.max)];
        let mut dots = vec![Some(times.max)];
        for peer in &lane.peers {
            let worst = peer.as_ref().ok().and_then(|seconds| Summary::of(seconds));
            dots.push(worst.map(|times| times.max));
            cells.push(match peer {
                Err(why) => Cell::text(why),
                Ok(_) => worst.map_or(Cell::text(""), |times| Cell::Seconds(times.max)),
            });
        }
        table.rows.push(Row { name: lane.kind.name.to_owned(), cells });
        if lane.kind.is_by_clock {
            rows.push((lane.kind.name.to_owned(), dots));
            medians.push(times.median);
            most = most.max(times.max);
        }
    }
    let mut series = vec!["Jupan".to_owned()];
    series.extend(names.iter().map(|name| name.split(',').next().unwrap_or_default().to_owned()));
    let dots = Dots { unit: Unit::Seconds, series, rows, has_labels: false };
    let median = Summary::of(&medians).map_or(0.0, |times| times.median);
    Group {
        name: "limits",
        title: "From a limit to the answer",
        notes,
        facts: vec![
            Fact::new("from the time limit to the answer", Cell::Seconds(median)),
            Fact::new("the same, the worst program's worst run", Cell::Seconds(most)),
        ],
        tables: vec![table],
        plots: vec![Plot::dots("limits", "From the time limit to the answer, worst run", dots)],
    }
}

/// The wall-clock limit of programs that are stopped by it.
const WALL: Duration = Duration::from_millis(100);
/// A peer that is done so many seconds before its limit was not stopped by it.
const EARLY: f64 = 0.02;
/// The most of a peer's wall-clock limit: some have no other that ends the program.
const PEER_WALL: Duration = Duration::from_secs(2);
