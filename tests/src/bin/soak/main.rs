//! A load for minutes or hours: good, failing and hostile programs from several clients, some
//! of which hang up. Every answer is checked. `cargo xtask soak --minutes 10` runs it.
//!
//! ```text
//! main      starts the server, the clients and the watch; ends them after the time
//! work      what is asked for, and what a right answer is
//! client    asks, checks and counts
//! watch     memory, files and threads of the server, over time
//! report    what came of it
//! ```

#![expect(clippy::expect_used, reason = "a harness fails by panicking, like a test")]

mod client;
mod report;
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
#[derive(Parser)]
#[command(name = "soak")]
struct Args {
    /// How long, in minutes; fractions are allowed. At most a day.
    #[arg(long, value_name = "NUMBER")]
    minutes: f64,
    /// A server on a loopback address to use instead of one of its own, such as
    /// http://127.0.0.1:8787. Its process is not watched.
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Clients that ask at the same time.
    #[arg(long, value_name = "NUMBER", default_value_t = 8)]
    clients: u64,
    /// Chooses the order of programs; the same number gives each client the same programs.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(report) => {
            println!("{report}");
            if report.is_passed() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<Report> {
    ensure!(
        args.minutes > 0.0 && args.minutes <= 1440.0,
        "--minutes must be above 0, at most 1440"
    );
    ensure!((1..=256).contains(&args.clients), "--clients must be between 1 and 256");
    let duration = Duration::from_secs_f64(args.minutes * 60.0);

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

    Ok(Report { tally, samples, elapsed: start.elapsed() })
}
