//! `jupan batch`.
//!
//! Results are written in the order of the input, each with the number and the digest of its
//! line. So what is in the file says how far an earlier batch came, whatever ended it, and a
//! later one goes on behind the last whole result.

mod input;
mod kept;
mod line;
mod progress;
mod record;
mod shard;
mod summary;
mod target;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use futures::StreamExt;
use futures::stream::FuturesOrdered;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinHandle;

use self::input::{Line, Lines};
use self::kept::Results;
use self::progress::Progress;
use self::record::Record;
use self::shard::Shard;
use self::summary::Summary;
use self::target::Target;
use crate::exit::Exit;
use crate::settings::{Settings, ShortSettingsArgs};
use crate::{logging, output};

/// For the end of `--help`.
const HELP: &str = "Each line of IN is the body of POST /v1/execute, and may have an `id` (a text \
                    or a whole number). Each line of OUT is what came of one, in the same order: \
                    `line`, `id`, `input` (the line's digest), `outcome` (ok, error, limit or \
                    refused), and `response` or, for a line that was refused, `error`. If OUT \
                    is there already, the batch goes on behind its last whole result.\n\n\
                    Exit status: 0 every program ran to its end, 1 some failed or were refused, \
                    2 some hit a limit, 3 wrong usage, or the batch could not be brought to its end.";
/// Results that may wait for one before them.
const MAX_WAITING: usize = 4096;
/// Bytes of lines and results that may be held at a time, besides those of running programs.
const MAX_HELD_BYTES: u64 = 64 << 20;
/// Programs that run at a time at a server.
const DEFAULT_JOBS: usize = 4;

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct BatchArgs {
    /// File of programs, one JSON object a line, or - for stdin.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// File for the results, one JSON object a line, or - for stdout.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Address of a running server, such as http://127.0.0.1:8787 [default: worker processes
    /// of this command].
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Bearer token of that server. A flag can be seen in the list of processes: better use
    /// the variable.
    #[arg(long, value_name = "SECRET", env = "JUPAN_BEARER_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Programs that run at the same time [default: 4 at a server, else one per core].
    #[arg(short, long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Run every COUNT-th line alone, beginning with the line INDEX, counted from 0: for
    /// COUNT commands that share one IN and each have an OUT of their own.
    #[arg(long, value_name = "INDEX/COUNT", default_value_t = Shard::ALL)]
    shard: Shard,
    /// How long a server that is not there or has no room is asked again, in milliseconds.
    #[arg(long, value_name = "NUMBER", default_value_t = 60_000)]
    patience_ms: u64,
    /// Empty OUT first, if it is there.
    #[arg(long)]
    fresh: bool,
    /// End with 0 when every line has its result, whatever became of the programs: for engines
    /// that start again what ends otherwise.
    #[arg(long)]
    exit_zero: bool,
    /// Print the summary as one line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: ShortSettingsArgs,
}

impl BatchArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        let settings = Settings::load(&self.settings.0)?;
        logging::start(&settings, "warn")?;
        let mut lines = Lines::open(&self.input, self.shard)?;
        let mut results = Results::open(&self.output, self.fresh)?;
        let mut summary = results.resume(&mut lines)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .context("cannot start the threads of the batch")?;
        let done = runtime.block_on(self.run(&settings, lines, &mut results, &mut summary));
        // A line that is still being read from stdin must not keep the process.
        runtime.shutdown_background();
        let done = done.and_then(|()| results.finish());
        if let Err(error) = done {
            if results.is_kept() && !output::is_broken_pipe(&error) {
                let (written, out) = (summary.lines(), self.output.display());
                bail!(
                    "{error:#}\n  {written} results are in {out}; the same command goes on from \
                     there"
                );
            }
            return Err(error);
        }
        let said = if self.json { summary.json() } else { summary.sentence() };
        match results.is_stdout() {
            true => output::stderr(&format!("{said}\n")),
            false => output::stdout(&format!("{said}\n")).context("cannot write to stdout")?,
        }
        Ok(if self.exit_zero { Exit::Ok } else { summary.exit() })
    }

    async fn run(
        &self,
        settings: &Settings,
        lines: Lines,
        results: &mut Results,
        summary: &mut Summary,
    ) -> Result<()> {
        let (target, default_jobs) = match &self.url {
            Some(url) => {
                let patience = Duration::from_millis(self.patience_ms);
                (Target::server(url, self.token.clone(), patience).await?, DEFAULT_JOBS)
            }
            None => Target::embedded(settings)?,
        };
        let jobs = self.jobs.map_or(default_jobs, usize::from);
        let progress = Progress::start(&lines);
        let done = drive(lines, Arc::new(target), jobs, |record| {
            results.write(record.json.as_bytes())?;
            summary.add(record.outcome, record.kind.as_deref());
            progress.show(record.end, summary);
            Ok(())
        })
        .await;
        progress.finish();
        done
    }
}

/// Runs every line and hands the results on in their order.
async fn drive(
    lines: Lines,
    target: Arc<Target>,
    jobs: usize,
    mut write: impl FnMut(&Record) -> Result<()>,
) -> Result<()> {
    let mut lines = read_ahead(lines);
    let slots = Arc::new(Semaphore::new(jobs));
    let held = Arc::new(AtomicU64::new(0));
    let mut running: FuturesOrdered<JoinHandle<Result<Record>>> = FuturesOrdered::new();
    let mut is_at_end = false;
    loop {
        let has_room = running.len() < MAX_WAITING && held.load(Ordering::Relaxed) < MAX_HELD_BYTES;
        tokio::select! {
            biased;
            Some(done) = running.next(), if !running.is_empty() => {
                let record = done.context("a run of the batch broke down")??;
                write(&record)?;
                held.fetch_sub(record.json.len() as u64, Ordering::Relaxed);
            }
            next = next(&mut lines, &slots), if !is_at_end && has_room => {
                let Some((line, slot)) = next? else {
                    is_at_end = true;
                    continue;
                };
                let (target, held) = (Arc::clone(&target), Arc::clone(&held));
                let bytes = line.bytes();
                held.fetch_add(bytes, Ordering::Relaxed);
                running.push_back(tokio::spawn(async move {
                    let record = record::of(line, &target).await;
                    drop(slot);
                    if let Ok(record) = &record {
                        held.fetch_add(record.json.len() as u64, Ordering::Relaxed);
                    }
                    held.fetch_sub(bytes, Ordering::Relaxed);
                    record
                }));
            }
            else => return Ok(()),
        }
    }
}

type Slot = tokio::sync::OwnedSemaphorePermit;

/// The next line, once there is a slot to run it in. Giving up the wait loses no line.
async fn next(lines: &mut ReadAhead, slots: &Arc<Semaphore>) -> Result<Option<(Line, Slot)>> {
    let slot = Arc::clone(slots).acquire_owned().await.context("the slots are gone")?;
    Ok(lines.recv().await.transpose()?.map(|line| (line, slot)))
}

/// Lines that a thread of its own reads, so that a pipe without a line keeps no result waiting.
type ReadAhead = mpsc::Receiver<Result<Line>>;

fn read_ahead(mut lines: Lines) -> ReadAhead {
    let (to, from) = mpsc::channel(1);
    std::thread::spawn(move || {
        while let Some(line) = lines.next().transpose() {
            let is_last = line.is_err();
            if to.blocking_send(line).is_err() || is_last {
                return;
            }
        }
    });
    from
}

/// The file's name for messages.
fn shown(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() }
}

/// Writes all of `bytes`.
fn write_all(out: &mut impl Write, bytes: &[u8]) -> Result<()> {
    out.write_all(bytes).and_then(|()| out.flush()).context("cannot write the results")
}
