//! A load for minutes or hours: good, failing and hostile programs from several clients, some
//! of which hang up. Every answer is checked. `cargo xtask soak --minutes 10` runs it. With
//! `--bombs 1000` it throws that many of each class of hostile programs at a server instead,
//! and compares it after each class with one that had none.
//!
//! ```text
//! main      starts the server, the clients and the watch; ends them after the time
//! work      what is asked for, and what a right answer is
//! client    asks, checks and counts
//! watch     memory, files and threads of the server, over time
//! stable    whether they are at the end what they were when warm
//! report    what came of it
//! bombing   the other load
//! ```

#![expect(clippy::expect_used, reason = "a harness fails by panicking, like a test")]

mod bombing;
mod client;
mod report;
mod stable;
mod watch;
mod work;

use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use jupan_tests::ServerProcess;

use crate::client::{Tally, Target};
use crate::report::Report;
use crate::watch::Watch;

/// Keep a server busy for a while, check every answer and watch what the server holds on to.
///
/// Exit status: 0 all answers were right and every bound held, 1 not.
#[derive(Parser)]
#[command(name = "soak")]
struct Args {
    /// How long, in minutes; fractions are allowed. At most a day.
    #[arg(long, value_name = "NUMBER", required_unless_present = "bombs")]
    minutes: Option<f64>,
    /// So many programs of each class of the self-test's catalogue instead, at most a million.
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["minutes", "url", "requests"])]
    bombs: Option<u64>,
    /// A server on a loopback address to use instead of one of its own, such as
    /// http://127.0.0.1:8787. Its process is not watched.
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Fewer answers than this are a failure.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    requests: usize,
    /// Clients that ask at the same time.
    #[arg(long, value_name = "NUMBER", default_value_t = 8)]
    clients: u64,
    /// Chooses the order of programs; the same number gives each client the same programs.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let passed = match (args.bombs, args.minutes) {
        (Some(bombs), _) => bombing::run(bombs),
        (None, Some(minutes)) => run(&args, minutes).map(|report| {
            println!("{report}");
            report.is_passed()
        }),
        (None, None) => unreachable!("one of them is required"),
    };
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args, minutes: f64) -> Result<Report> {
    ensure!(minutes > 0.0 && minutes <= 1440.0, "--minutes must be above 0, at most 1440");
    ensure!((1..=256).contains(&args.clients), "--clients must be between 1 and 256");
    let duration = Duration::from_secs_f64(minutes * 60.0);

    let dir = tempfile::tempdir().context("no temporary folder")?;
    let server = match &args.url {
        Some(_) => None,
        None => Some(ServerProcess::start(dir.path(), &["--log", "error"])),
    };
    let target = match (&args.url, &server) {
        (Some(url), _) => Target::at(url)?,
        (None, Some(server)) => Target::at(&format!("http://{}", server.address()))?,
        (None, None) => bail!("there is no server"),
    };

    let start = Instant::now();
    let end = start + duration;
    let watch = server.as_ref().map(|server| Watch::start(server.id(), start, end));
    let clients: Vec<_> = (0..args.clients)
        .map(|number| {
            let target = target.clone();
            let seed = args.seed.wrapping_mul(1000).wrapping_add(number);
            thread::spawn(move || client::run(&target, seed, end))
        })
        .collect();
    let mut tally = Tally::default();
    for client in clients {
        tally.add(client.join().expect("a client does not panic")?);
    }
    let samples = watch.map(Watch::finish).unwrap_or_default();

    Ok(Report { tally, samples, elapsed: start.elapsed(), wanted: args.requests })
}
