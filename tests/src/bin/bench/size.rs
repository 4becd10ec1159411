//! How much is measured.

use std::time::Duration;

/// How many samples, how long, and at which sizes.
#[derive(Debug)]
pub(crate) struct Size {
    /// Rounds of one run at a time.
    pub(crate) fresh_rounds: usize,
    /// How long a row is measured in each of them; at least one run.
    pub(crate) fresh_slice: Duration,
    /// Rounds at full load.
    pub(crate) load_rounds: usize,
    /// How long a row is under load in each of them.
    pub(crate) load_slice: Duration,
    /// Starts of each server and peer.
    pub(crate) starts: usize,
    /// The programs that compute; `None` takes all.
    pub(crate) programs: Option<&'static [&'static str]>,
    /// Rounds over them.
    pub(crate) program_rounds: usize,
    /// Rounds over the programs that need the image `science`.
    pub(crate) science_rounds: usize,
    /// Runs in flight while memory is looked at.
    pub(crate) in_flight: &'static [usize],
    /// The same for peers.
    pub(crate) peer_in_flight: &'static [usize],
    /// How long those runs sleep.
    pub(crate) sleep: Duration,
    /// Runs of each program that has to be ended.
    pub(crate) limit_rounds: usize,
    /// Clients at the same time.
    pub(crate) concurrency: &'static [usize],
    /// Rounds over them.
    pub(crate) concurrency_rounds: usize,
    /// How long each is measured in each round.
    pub(crate) concurrency_slice: Duration,
    /// Bytes of output.
    pub(crate) output_bytes: &'static [usize],
    /// Bytes of input.
    pub(crate) input_bytes: &'static [usize],
    /// Rounds over these sizes.
    pub(crate) size_rounds: usize,
    /// How long the health check is watched without and with load.
    pub(crate) health: Duration,
}

impl Size {
    /// A whole benchmark: minutes.
    pub(crate) const FULL: Self = Self {
        fresh_rounds: 20,
        fresh_slice: Duration::from_millis(40),
        load_rounds: 5,
        load_slice: Duration::from_millis(1000),
        starts: 7,
        programs: None,
        program_rounds: 7,
        science_rounds: 9,
        in_flight: &[0, 1, 10, 100],
        peer_in_flight: &[0, 1, 10],
        sleep: Duration::from_millis(2500),
        limit_rounds: 9,
        concurrency: &[1, 2, 4, 8, 16, 32, 64, 128, 256],
        concurrency_rounds: 4,
        concurrency_slice: Duration::from_millis(600),
        output_bytes: &[1, 100, 1_000, 10_000, 100_000, 1_000_000],
        input_bytes: &[1, 100, 1_000, 10_000, 100_000, 1_000_000, 3_000_000],
        size_rounds: 20,
        health: Duration::from_secs(3),
    };

    /// A smoke run: seconds. Everything happens once or twice, and no time means anything.
    pub(crate) const QUICK: Self = Self {
        fresh_rounds: 2,
        fresh_slice: Duration::ZERO,
        load_rounds: 1,
        load_slice: Duration::from_millis(50),
        starts: 1,
        // The end-to-end tests check what all of them print.
        programs: Some(&["bigints", "json_documents", "strings"]),
        program_rounds: 0,
        science_rounds: 1,
        in_flight: &[0, 1, 4],
        peer_in_flight: &[0, 1],
        sleep: Duration::from_millis(400),
        limit_rounds: 1,
        concurrency: &[1, 4, 256],
        concurrency_rounds: 1,
        concurrency_slice: Duration::from_millis(50),
        output_bytes: &[1, 1_000_000],
        input_bytes: &[1, 3_000_000],
        size_rounds: 1,
        health: Duration::from_millis(50),
    };
}
