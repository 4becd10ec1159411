//! Throughput and times by number of clients.

use std::net::SocketAddr;

use anyhow::Result;
use serde_json::json;

use crate::client::Question;
use crate::groups::{Context, PRINT, PRINTED};
use crate::load::Load;
use crate::plot::{Panel, Unit};
use crate::report::{Cell, Table};
use crate::rounds::take_turns;
use crate::stats::Summary;

pub(super) struct Clients {
    pub(super) table: Table,
    pub(super) panels: Vec<Panel>,
}

struct Lane {
    clients: usize,
    load: Load,
    seconds: Vec<f64>,
    rates: Vec<f64>,
}

pub(super) fn run(context: &Context, address: SocketAddr) -> Result<Clients> {
    let mut lanes = Vec::new();
    for &clients in context.size.concurrency {
        let question = Question::execute(&json!({ "code": PRINT }));
        let load = context.runtime.block_on(Load::connect(address, clients, question, PRINTED))?;
        lanes.push(Lane { clients, load, seconds: Vec::new(), rates: Vec::new() });
    }
    // The first round warms up.
    take_turns(context.size.concurrency_rounds + 1, &mut lanes, |lane, round| {
        let run = lane.load.run(context.size.concurrency_slice);
        let throughput = context.runtime.block_on(run)?;
        if round > 0 {
            lane.seconds.extend(throughput.seconds);
            lane.rates.push(throughput.per_second);
        }
        Ok(())
    })?;
    let mut table = Table::new(
        "By number of clients",
        &["clients", "runs a second", "median (p10 to p90)", "p99", "most"],
    );
    let (mut rates, mut medians, mut p99s) = (Vec::new(), Vec::new(), Vec::new());
    for lane in &lanes {
        let (Some(times), Some(rate)) = (Summary::of(&lane.seconds), Summary::of(&lane.rates))
        else {
            continue;
        };
        table.row(
            lane.clients.to_string(),
            vec![
                Cell::PerSecond(rate.median),
                Cell::Times(times),
                Cell::Seconds(times.p99),
                Cell::Seconds(times.max),
            ],
        );
        let x = lane.clients as f64;
        rates.push((x, rate.median));
        medians.push((x, times.median));
        p99s.push((x, times.p99));
    }
    let x = ("clients at the same time", Unit::Count);
    let panels = vec![
        Panel {
            x,
            y: ("runs a second", Unit::PerSecond),
            lines: vec![("throughput".to_owned(), rates)],
        },
        Panel {
            x,
            y: ("time of a request", Unit::Seconds),
            lines: vec![("median".to_owned(), medians), ("p99".to_owned(), p99s)],
        },
    ];
    Ok(Clients { table, panels })
}
