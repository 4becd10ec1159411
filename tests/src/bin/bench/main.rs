//! How fast Jupan is, beside its peers, on the machine this runs on. `cargo xtask bench` builds
//! what is missing and runs it.
//!
//! ```text
//! main      which groups, in which size; what becomes of the figures
//! groups    the questions: fresh, start, programs, memory, limits, scale
//! peers     other ways to run Python, each behind a driver
//! client    a client that costs little;  load: many of them
//! stats     medians with their spread;  rounds: measurements that take turns
//! report    the figures as data;  text, plot, publish: as tables, pictures, a page
//! ```
//!
//! A wrong answer or none is an error, a slow one never.

mod client;
mod fuel;
mod groups;
mod load;
mod machine;
mod peers;
mod plot;
mod processes;
mod publish;
mod report;
mod rounds;
mod server;
mod size;
mod stats;
mod text;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use clap::{Parser, ValueEnum};

use crate::groups::{Context, GroupName};
use crate::machine::Machine;
use crate::peers::{ALL, Driver, Outcome, Peers, fastest_cpython};
use crate::report::Report;
use crate::size::Size;

/// Measure how fast Jupan is.
#[derive(Parser)]
#[command(name = "bench")]
struct Args {
    /// Do everything once or twice, to see that it works; the times mean nothing.
    #[arg(long)]
    quick: bool,
    /// Measure these groups alone.
    #[arg(long, value_name = "GROUP", num_args = 1..)]
    only: Vec<GroupName>,
    /// The folder that peers were installed into.
    #[arg(long, value_name = "DIR")]
    peers: Option<PathBuf>,
    /// The CPython to compare with, in place of the fastest one found.
    #[arg(long, value_name = "FILE")]
    cpython: Option<PathBuf>,
    /// Where the figures go, as bench.json and pictures.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Also write the page, its pictures and the README of this checkout.
    #[arg(long, value_name = "DIR")]
    publish: Option<PathBuf>,
    /// Only write down anew how much fuel each program burns.
    #[arg(long)]
    renew_fuel: bool,
    /// The commit that is measured.
    #[arg(long, value_name = "TEXT", default_value = "unknown")]
    commit: String,
    /// The command as its user gave it.
    #[arg(long, value_name = "TEXT", default_value = "cargo xtask bench")]
    command: String,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<()> {
    if args.renew_fuel {
        return fuel::renew();
    }
    ensure!(
        args.publish.is_none() || args.only.is_empty(),
        "what is published has all groups: leave out --only"
    );
    let start = Instant::now();
    let machine = Machine::this();
    if let Some(load) = machine.load_before.filter(|&load| load > 0.5 && !args.quick) {
        eprintln!("note: the machine is busy (load {load}), so the times will be too long");
    }
    let dir = tempfile::tempdir().context("no temporary folder")?;
    let size = if args.quick { Size::QUICK } else { Size::FULL };
    let context = Context::new(size, peers(args), dir.path().to_owned())?;
    let versions = versions(args, &context.peers)?;
    let names = if args.only.is_empty() { GroupName::value_variants() } else { &args.only };
    let mut groups = Vec::new();
    for name in names {
        let begin = Instant::now();
        let group = name.run(&context).with_context(|| format!("the group {name:?} is broken"))?;
        println!("\n{} ({:.1} s)\n", group.title, begin.elapsed().as_secs_f64());
        for table in &group.tables {
            println!("{}", text::plain(table));
        }
        groups.push(group);
    }
    let report = Report {
        date: machine::today(),
        command: args.command.clone(),
        is_quick: args.quick,
        took_seconds: start.elapsed().as_secs_f64(),
        machine,
        versions,
        groups,
    };
    write(args, &report)
}

fn write(args: &Args, report: &Report) -> Result<()> {
    println!("{}", publish::source(report).join("; "));
    fs::create_dir_all(&args.out).context("cannot make the folder for the figures")?;
    let file = args.out.join("bench.json");
    fs::write(&file, serde_json::to_vec_pretty(report)?)
        .with_context(|| format!("cannot write {}", file.display()))?;
    publish::pictures(report, &args.out)?;
    println!("{:.0} s; the figures are in {}", report.took_seconds, file.display());
    if let Some(root) = &args.publish {
        publish::publish(report, root)?;
        println!("docs/benchmarks.md, docs/bench and README.md are written");
    }
    Ok(())
}

/// Whom to compare with: nobody in a smoke run.
fn peers(args: &Args) -> Peers {
    if args.quick {
        return Peers::default();
    }
    let cpython = args.cpython.clone().or_else(fastest_cpython);
    if cpython.is_none() {
        eprintln!("note: no CPython here, so there is nothing to compare with");
    }
    Peers { cpython, installed: args.peers.clone() }
}

/// The versions of Jupan and of every peer that is there.
fn versions(args: &Args, peers: &Peers) -> Result<BTreeMap<String, String>> {
    let ours = format!("{} ({})", env!("CARGO_PKG_VERSION"), args.commit);
    let mut versions = BTreeMap::from([("Jupan".to_owned(), ours)]);
    for peer in peers.select(&ALL) {
        if let Outcome::Done(driver) = Driver::start(peers, peer)?
            && let Some((name, version)) = driver.version.split_once(' ')
        {
            versions.insert(name.to_owned(), version.to_owned());
        }
    }
    Ok(versions)
}
