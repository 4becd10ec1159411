//! The health check of a server without and with load.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use serde_json::json;

use crate::client::{Connection, Question};
use crate::groups::{Context, PRINT, PRINTED};
use crate::load::Load;
use crate::report::{Cell, Fact, Table};
use crate::stats::Summary;

/// Clients that keep the server full: its queue is never empty.
const CLIENTS: usize = 32;
/// Between two checks.
const PAUSE: Duration = Duration::from_millis(5);

pub(super) fn run(context: &Context, address: SocketAddr) -> Result<(Table, Fact)> {
    let duration = context.size.health;
    let idle = watch(address, duration)?;
    let question = Question::execute(&json!({ "code": PRINT }));
    let mut load = context.runtime.block_on(Load::connect(address, CLIENTS, question, PRINTED))?;
    let watcher = thread::spawn(move || watch(address, duration));
    // Longer than the watch, so that all of it is under load.
    context.runtime.block_on(load.run(duration + duration / 4))?;
    let loaded = watcher.join().map_err(|_| anyhow!("the watch panicked"))??;
    let mut table = Table::new("Health check", &["when", "median (p10 to p90)", "p99", "most"]);
    let mut p99 = Cell::text("not measured");
    let full = format!("{CLIENTS} clients that ask without a pause");
    for (when, seconds) in [("nothing runs".to_owned(), idle), (full, loaded)] {
        let times = Summary::of(&seconds).context("no health check")?;
        p99 = Cell::Seconds(times.p99);
        table.row(when, vec![Cell::Times(times), p99.clone(), Cell::Seconds(times.max)]);
    }
    Ok((table, Fact::new("`GET /healthz` at full load, p99", p99)))
}

/// Checks again and again; gives the seconds of each check.
fn watch(address: SocketAddr, duration: Duration) -> Result<Vec<f64>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let question = Question::get("/healthz");
    runtime.block_on(async {
        let mut connection = Connection::open(address).await?;
        let end = Instant::now() + duration;
        let mut seconds = Vec::new();
        while Instant::now() < end {
            let (_, elapsed) = connection.ask(&question).await?;
            seconds.push(elapsed.as_secs_f64());
            tokio::time::sleep(PAUSE).await;
        }
        Ok(seconds)
    })
}
