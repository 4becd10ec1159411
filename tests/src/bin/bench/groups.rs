//! The questions, one module each.

mod fresh;
mod limits;
mod memory;
mod programs;
mod scale;
mod science;
mod start;

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::ValueEnum;
use tokio::runtime::Runtime;

use crate::peers::{Driver, Outcome, Peer, Peers};
use crate::report::Group;
use crate::size::Size;

/// The program that costs nothing but its start.
pub(crate) const PRINT: &str = "print(1+1)";
/// What it prints.
pub(crate) const PRINTED: &str = "2\n";

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupName {
    /// A fresh run of `print(1+1)`.
    Fresh,
    /// From the start of a process to the first answer.
    Start,
    /// Programs that compute.
    Programs,
    /// Memory of runs in flight.
    Memory,
    /// Time from a limit to the answer.
    Limits,
    /// Programs that need numpy, pandas, sympy or matplotlib.
    Science,
    /// What more clients, more output and more input cost.
    Scale,
}

/// What every group is given.
pub(crate) struct Context {
    /// How much to measure.
    pub(crate) size: Size,
    /// Whom to compare with.
    pub(crate) peers: Peers,
    /// An empty folder, so that no configuration is found.
    pub(crate) dir: PathBuf,
    /// For the clients: one thread.
    pub(crate) runtime: Runtime,
}

impl Context {
    /// For measurements of `size` in `dir`.
    pub(crate) fn new(size: Size, peers: Peers, dir: PathBuf) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .context("no runtime for the clients")?;
        Ok(Self { size, peers, dir, runtime })
    }
}

/// Peers that are warm, and those that are asked for and not there.
pub(crate) struct Present {
    /// Each has run [`PRINT`] once.
    pub(crate) drivers: Vec<Driver>,
    /// Names, and why they are not there.
    pub(crate) missing: Vec<(&'static str, String)>,
}

impl Context {
    /// Starts those of `wanted` that are asked for.
    pub(crate) fn start(&self, wanted: &[Peer]) -> Result<Present> {
        let mut present = Present { drivers: Vec::new(), missing: Vec::new() };
        for peer in self.peers.select(wanted) {
            match self.start_one(peer)? {
                Outcome::Done(driver) => present.drivers.push(driver),
                Outcome::Lacks(why) => present.missing.push((peer.name, why)),
            }
        }
        Ok(present)
    }

    /// Starts a peer and has it run [`PRINT`] once.
    pub(crate) fn start_one(&self, peer: Peer) -> Result<Outcome<Driver>> {
        let mut driver = match Driver::start(&self.peers, peer)? {
            Outcome::Done(driver) => driver,
            Outcome::Lacks(why) => return Ok(Outcome::Lacks(why)),
        };
        Ok(match driver.warm_up(PRINT)? {
            Outcome::Done(ran) if ran.stdout == PRINTED => Outcome::Done(driver),
            Outcome::Done(ran) => Outcome::Lacks(format!("prints {:?}", ran.stdout)),
            Outcome::Lacks(why) => Outcome::Lacks(why),
        })
    }
}

impl GroupName {
    /// Measures the group.
    pub(crate) fn run(self, context: &Context) -> Result<Group> {
        match self {
            Self::Fresh => fresh::run(context),
            Self::Start => start::run(context),
            Self::Programs => programs::run(context),
            Self::Memory => memory::run(context),
            Self::Limits => limits::run(context),
            Self::Science => science::run(context),
            Self::Scale => scale::run(context),
        }
    }
}
