//! One client: asks, checks, counts.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use jupan_api::{EXECUTE_PATH, ExecuteRequest};
use jupan_client::{Client, ClientError};
use jupan_selftest::{catalogue, check};
use jupan_tests::request;

use crate::work::{Kind, Work, next};

/// The most programs of which a wrong answer or an error is shown.
const MAX_SHOWN: usize = 20;
/// The most bytes that are shown of one.
const MAX_SHOWN_BYTES: usize = 1000;
/// A server that has not answered after this long is taken for dead.
const TIME_OUT: Duration = Duration::from_secs(120);

/// The server that is asked.
#[derive(Clone)]
pub(crate) struct Target {
    url: String,
    address: SocketAddr,
}

impl Target {
    /// The server at `url`, which must be on a loopback address.
    pub(crate) fn at(url: &str) -> Result<Self> {
        let url = url.trim_end_matches('/').to_owned();
        let address: SocketAddr = url
            .strip_prefix("http://")
            .and_then(|address| address.parse().ok())
            .with_context(|| format!("{url} is not an address such as http://127.0.0.1:8787"))?;
        ensure!(address.ip().is_loopback(), "{url} is not on this machine");
        Ok(Self { url, address })
    }
}

/// What one client, or all of them, have seen.
#[derive(Default)]
pub(crate) struct Tally {
    /// Times of the requests that were answered, in microseconds, by kind.
    pub(crate) micros: BTreeMap<Kind, Vec<u32>>,
    /// Clients that hung up.
    pub(crate) hung_up: u64,
    /// Requests that were refused for want of room.
    pub(crate) refused: u64,
    /// Requests without a proper answer.
    pub(crate) errors: Told,
    /// Answers that were not right.
    pub(crate) wrong: Told,
}

/// A count, and examples.
#[derive(Default)]
pub(crate) struct Told {
    /// How many.
    pub(crate) count: u64,
    /// The program and what went wrong with it, once for each program.
    pub(crate) examples: BTreeMap<String, String>,
}

impl Told {
    fn tell(&mut self, program: &str, what: impl Display) {
        self.count += 1;
        self.keep(program.to_owned(), what.to_string());
    }

    fn keep(&mut self, program: String, mut what: String) {
        if self.examples.len() < MAX_SHOWN {
            what.truncate(what.floor_char_boundary(MAX_SHOWN_BYTES));
            self.examples.entry(program).or_insert(what);
        }
    }

    fn add(&mut self, other: Self) {
        self.count += other.count;
        for (program, what) in other.examples {
            self.keep(program, what);
        }
    }
}

impl Tally {
    /// Adds what another client has seen.
    pub(crate) fn add(&mut self, other: Self) {
        for (kind, micros) in other.micros {
            self.micros.entry(kind).or_default().extend(micros);
        }
        self.hung_up += other.hung_up;
        self.refused += other.refused;
        self.errors.add(other.errors);
        self.wrong.add(other.wrong);
    }

    fn time(&mut self, kind: Kind, elapsed: Duration) {
        let micros = u32::try_from(elapsed.as_micros()).unwrap_or(u32::MAX);
        self.micros.entry(kind).or_default().push(micros);
    }
}

/// Asks one request after the other until `end`.
pub(crate) fn run(target: &Target, seed: u64, end: Instant) -> Result<Tally> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let client = Client::builder(target.url.as_str()).time_out(TIME_OUT).build()?;
    let programs = catalogue()?;
    let mut random = Rng::with_seed(seed);
    let mut tally = Tally::default();
    while Instant::now() < end {
        match next(&mut random, &programs) {
            Work::Run(kind, request, right) => {
                let start = Instant::now();
                match runtime.block_on(client.execute(&request)) {
                    Ok(response) => {
                        tally.time(kind, start.elapsed());
                        if let Some(wrong) = right.mismatch(&response) {
                            tally.wrong.tell(&request.code, wrong);
                        }
                    }
                    Err(ClientError::Refused(refused)) if refused.status == 503 => {
                        tally.refused += 1;
                    }
                    Err(error) => tally.errors.tell(&request.code, error),
                }
            }
            Work::Check(program) => {
                let checked = check(program, |request| runtime.block_on(client.execute(request)));
                tally.time(Kind::Catalogue, checked.elapsed);
                for mismatch in checked.mismatches {
                    tally.wrong.tell(&program.name, mismatch);
                }
            }
            Work::HangUp(request, is_whole) => match hang_up(target.address, &request, is_whole) {
                Ok(()) => tally.hung_up += 1,
                Err(error) => tally.errors.tell("a client that hangs up", error),
            },
        }
    }
    Ok(tally)
}

/// Sends a request, or half of it, and goes.
fn hang_up(address: SocketAddr, asked: &ExecuteRequest, is_whole: bool) -> Result<()> {
    let body = serde_json::to_vec(asked)?;
    let bytes = request("POST", EXECUTE_PATH, &["content-type: application/json"], &body);
    let sent = if is_whole { bytes.len() } else { bytes.len() - body.len() / 2 - 1 };
    let mut stream = TcpStream::connect(address)?;
    stream.set_write_timeout(Some(TIME_OUT))?;
    stream.write_all(&bytes[..sent])?;
    Ok(())
}
