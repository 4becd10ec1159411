//! From the start of a process to the first answer.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use jupan_sandbox::Runner as _;
use jupan_tests::jupan;
use serde_json::json;

use super::{Context, PRINT, PRINTED};
use crate::client::{Connection, Question};
use crate::peers::{Driver, ISOLATED, Outcome, Peer};
use crate::report::{Cell, Fact, Group, Table};
use crate::rounds::take_turns;
use crate::server;
use crate::stats::Summary;

enum Lane {
    Server,
    CommandLine,
    Library,
    Peer(Peer),
}

struct Started {
    lane: Lane,
    seconds: Vec<f64>,
    lacks: Option<String>,
}

pub(super) fn run(context: &Context) -> Result<Group> {
    let mut lanes = vec![Lane::Server, Lane::CommandLine, Lane::Library];
    lanes.extend(context.peers.select(&ISOLATED).into_iter().map(Lane::Peer));
    let mut lanes: Vec<_> =
        lanes.into_iter().map(|lane| Started { lane, seconds: Vec::new(), lacks: None }).collect();
    // The first round brings the files into memory.
    take_turns(context.size.starts + 1, &mut lanes, |started, round| {
        match start(context, &started.lane)? {
            Outcome::Done(seconds) if round > 0 => started.seconds.push(seconds),
            Outcome::Done(_) => {}
            Outcome::Lacks(why) => started.lacks = Some(why),
        }
        Ok(())
    })?;
    let mut table = Table::new("Until the first answer", &["what", "median (p10 to p90)", "most"]);
    let mut facts = Vec::new();
    for started in &lanes {
        let name = name(&started.lane);
        if let Some(why) = &started.lacks {
            table.gap(name, why);
            continue;
        }
        let Some(times) = Summary::of(&started.seconds) else { continue };
        table.row(&name, vec![Cell::Times(times), Cell::Seconds(times.max)]);
        if matches!(started.lane, Lane::Server) {
            facts.push(Fact::new("start of the server to its first answer", Cell::Times(times)));
        }
    }
    Ok(Group {
        name: "start",
        title: "Start",
        notes: vec![
            "A peer is started as a Python process that imports it and runs `print(1+1)` once."
                .to_owned(),
        ],
        facts,
        tables: vec![table],
        plots: Vec::new(),
    })
}

fn name(lane: &Lane) -> String {
    match lane {
        Lane::Server => "Jupan: `jupan serve`, first answer over HTTP".to_owned(),
        Lane::CommandLine => "Jupan: `jupan run -c`, from start to end".to_owned(),
        Lane::Library => "Jupan: as a library, load the image and run".to_owned(),
        Lane::Peer(peer) => peer.name.to_owned(),
    }
}

fn start(context: &Context, lane: &Lane) -> Result<Outcome<f64>> {
    let begin = Instant::now();
    match lane {
        Lane::Server => {
            let server = server::start(context, &[]);
            let question = Question::execute(&json!({ "code": PRINT }));
            context.runtime.block_on(async {
                Connection::open(server.address()).await?.expect(&question, PRINTED).await
            })?;
            let elapsed = begin.elapsed();
            drop(server);
            Ok(Outcome::Done(elapsed.as_secs_f64()))
        }
        Lane::CommandLine => {
            let mut command: Command = jupan(&context.dir);
            let output = command.args(["run", "-c", PRINT]).output().context("jupan run")?;
            ensure!(output.stdout == PRINTED.as_bytes(), "a wrong answer: {output:?}");
            Ok(Outcome::Done(begin.elapsed().as_secs_f64()))
        }
        Lane::Library => {
            let sandbox = server::sandbox()?;
            let (program, limits) = server::program(PRINT);
            let outcome = sandbox.run(&program, &limits)?;
            ensure!(outcome.stdout.head == PRINTED.as_bytes(), "a wrong answer: {outcome:?}");
            Ok(Outcome::Done(begin.elapsed().as_secs_f64()))
        }
        Lane::Peer(peer) => match Driver::start(&context.peers, *peer)? {
            Outcome::Done(mut driver) => match driver.warm_up(PRINT)? {
                Outcome::Done(ran) => {
                    let elapsed = begin.elapsed();
                    ensure!(ran.stdout == PRINTED, "a wrong answer: {:?}", ran.stdout);
                    Ok(Outcome::Done(elapsed.as_secs_f64()))
                }
                Outcome::Lacks(why) => Ok(Outcome::Lacks(why)),
            },
            Outcome::Lacks(why) => Ok(Outcome::Lacks(why)),
        },
    }
}
