//! Times by size of output and input.

use std::net::SocketAddr;

use anyhow::Result;
use serde_json::json;

use crate::client::{Connection, Question};
use crate::groups::Context;
use crate::plot::{Panel, Unit};
use crate::report::{Cell, Table};
use crate::rounds::take_turns;
use crate::stats::Summary;

pub(super) struct Sizes {
    pub(super) table: Table,
    pub(super) panels: Vec<Panel>,
}

/// What has the size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Output,
    InputText,
    InputNumbers,
}

struct Lane {
    what: What,
    bytes: usize,
    question: Question,
    stdout: String,
    seconds: Vec<f64>,
}

pub(super) fn run(context: &Context, address: SocketAddr) -> Result<Sizes> {
    let mut connection = context.runtime.block_on(Connection::open(address))?;
    let size = &context.size;
    let mut lanes: Vec<Lane> = Vec::new();
    lanes.extend(size.output_bytes.iter().map(|&bytes| Lane::new(What::Output, bytes)));
    lanes.extend(size.input_bytes.iter().map(|&bytes| Lane::new(What::InputText, bytes)));
    lanes.extend(size.input_bytes.iter().map(|&bytes| Lane::new(What::InputNumbers, bytes)));
    // The first round warms up.
    take_turns(size.size_rounds + 1, &mut lanes, |lane, round| {
        let asked = connection.expect(&lane.question, &lane.stdout);
        let elapsed = context.runtime.block_on(asked)?;
        if round > 0 {
            lane.seconds.push(elapsed.as_secs_f64());
        }
        Ok(())
    })?;
    let mut table = Table::new("By size", &["what", "bytes", "median (p10 to p90)", "most"]);
    let mut lines: Vec<(What, Vec<(f64, f64)>)> =
        [What::Output, What::InputText, What::InputNumbers].map(|what| (what, Vec::new())).into();
    for lane in &lanes {
        let Some(times) = Summary::of(&lane.seconds) else { continue };
        let bytes = lane.bytes as f64;
        let cells = vec![Cell::Count(bytes), Cell::Times(times), Cell::Seconds(times.max)];
        table.row(lane.what.as_str(), cells);
        for (what, points) in &mut lines {
            if *what == lane.what {
                points.push((bytes, times.median));
            }
        }
    }
    let panel = |label, wanted: fn(What) -> bool| Panel {
        x: (label, Unit::Bytes),
        y: ("median time of a request", Unit::Seconds),
        lines: lines
            .iter()
            .filter(|(what, _)| wanted(*what))
            .map(|(what, points)| (what.as_str().to_owned(), points.clone()))
            .collect(),
    };
    let panels = vec![
        panel("bytes of output", |what| what == What::Output),
        panel("bytes of input", |what| what != What::Output),
    ];
    Ok(Sizes { table, panels })
}

impl What {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Output => "output",
            Self::InputText => "input, a text",
            Self::InputNumbers => "input, numbers",
        }
    }
}

impl Lane {
    fn new(what: What, bytes: usize) -> Self {
        let (request, stdout) = match what {
            What::Output => (
                json!({
                    "code": format!("print('x' * {bytes})"),
                    "limits": { "output_bytes": 1 << 20 },
                }),
                format!("{}\n", "x".repeat(bytes)),
            ),
            What::InputText => (
                json!({ "code": "print(len(data))", "inputs": { "data": "x".repeat(bytes) } }),
                format!("{bytes}\n"),
            ),
            What::InputNumbers => {
                // A number of five digits and the comma behind it.
                let numbers: Vec<_> = (0..bytes.div_ceil(6)).map(|n| 10_000 + n % 90_000).collect();
                let sum: usize = numbers.iter().sum();
                (
                    json!({ "code": "print(sum(data))", "inputs": { "data": numbers } }),
                    format!("{sum}\n"),
                )
            }
        };
        Self { what, bytes, question: Question::execute(&request), stdout, seconds: Vec::new() }
    }
}
