//! Bombs: so many hostile programs of each class, and whether a server that had them still
//! answers as one that had none.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use jupan_client::{Client, ExecuteRequest};
use jupan_selftest::{Class, FOLLOW_UP, Program, catalogue, check};
use jupan_tests::{Bombs, Held, ServerProcess};
use tokio::runtime::Runtime;

/// Clients that throw bombs at the same time: as many as there are workers, at least two.
const MIN_CLIENTS: usize = 2;
/// Answers that are timed on each of the two servers.
const TIMED: usize = 300;
/// A server that had bombs may take so many times as long as one that had none. The median of
/// hundreds of answers, taken in turns, differs by a few per cent; this is for what is grossly
/// wrong.
const MAX_RATIO: f64 = 2.0;
/// How much more memory, in bytes, the server and its workers may have than before the first
/// bomb: what allocators hold on to, and far less than any bomb of memory takes.
const MAX_GROWTH_BYTES: u64 = 128 << 20;
/// The most wrong answers that are shown.
const MAX_SHOWN: usize = 20;

/// Throws `count` bombs of each class and prints a line after each. Whether all answers were
/// right and every bound held.
pub(crate) fn run(count: u64) -> Result<bool> {
    ensure!((1..=1_000_000).contains(&count), "--bombs must be between 1 and 1000000");
    let catalogue = catalogue()?;
    let dir = tempfile::tempdir().context("no temporary folder")?;
    let start = || ServerProcess::start(dir.path(), &["--log", "error"]);
    let (bombed, spared) = (start(), start());

    println!(
        "{:<16} {:>6} {:>6} {:>6} {:>9} {:>10} {:>10} {:>6} {:>11} {:>10} {:>8} {:>6}",
        "after",
        "kinds",
        "bombs",
        "wrong",
        "time",
        "bombed",
        "spared",
        "ratio",
        "memory",
        "processes",
        "threads",
        "files"
    );
    // So that both are warm: either gets every program once.
    let mut classes = Vec::new();
    for class in Class::ALL {
        let bombs = |server| {
            let asker = Asker::new(server)?;
            Bombs::of(&catalogue, class, |request| asker.ask(request))
                .map_err(|fault| anyhow!(fault))
        };
        bombs(&spared)?;
        classes.push((class, bombs(&bombed)?));
    }
    let before = held(&bombed)?;
    let mut is_passed = Row::measure("nothing", 0, &bombed, &spared)?.print(&before);
    for (class, bombs) in classes {
        let start = Instant::now();
        let kinds = bombs.kinds();
        let wrong = throw(bombs, count, &bombed)?;
        let elapsed = start.elapsed();
        let mut row = Row::measure(class.as_str(), count, &bombed, &spared)?;
        (row.kinds, row.wrong, row.elapsed) = (kinds, wrong, elapsed);
        is_passed &= row.print(&before);
    }
    Ok(is_passed)
}

/// Throws `count` of `bombs` and gives what was wrong with the answers, or with those of the
/// programs that came after each.
fn throw(bombs: Bombs, count: u64, server: &ServerProcess) -> Result<Vec<String>> {
    let count = usize::try_from(count).context("too many")?;
    let bombs = Mutex::new(bombs.take(count));
    let clients = thread::available_parallelism().map_or(1, usize::from).max(MIN_CLIENTS);
    let one = || -> Result<Vec<String>> {
        let asker = Asker::new(server)?;
        let mut wrong = Vec::new();
        loop {
            let bomb: Option<Program> = bombs.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(bomb) = bomb else { return Ok(wrong) };
            let checked = check(&bomb, |request| asker.ask(request));
            wrong.extend(
                checked.mismatches.iter().map(|mismatch| format!("{}: {mismatch}", bomb.name)),
            );
        }
    };
    let clients: Vec<Result<Vec<String>>> = thread::scope(|scope| {
        let clients: Vec<_> = (0..clients).map(|_| scope.spawn(one)).collect();
        clients.into_iter().map(|client| client.join().expect("a client does not panic")).collect()
    });
    Ok(clients.into_iter().collect::<Result<Vec<_>>>()?.concat())
}

fn held(server: &ServerProcess) -> Result<Held> {
    Held::by(server.id()).context("this system does not tell what a process holds")
}

/// A client that waits for each answer.
struct Asker {
    runtime: Runtime,
    client: Client,
}

impl Asker {
    fn new(server: &ServerProcess) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let client = Client::builder(format!("http://{}", server.address()))
            .time_out(Duration::from_secs(120))
            .build()?;
        Ok(Self { runtime, client })
    }

    fn ask(
        &self,
        request: &ExecuteRequest,
    ) -> Result<jupan_client::ExecuteResponse, jupan_client::ClientError> {
        self.runtime.block_on(self.client.execute(request))
    }

    /// How long `print(6 * 7)` takes.
    fn time(&self) -> Result<Duration> {
        let (code, stdout) = FOLLOW_UP;
        let request = ExecuteRequest::new(code);
        let start = Instant::now();
        let response = self.ask(&request)?;
        let elapsed = start.elapsed();
        ensure!(response.stdout == stdout, "{code} printed {:?}", response.stdout);
        Ok(elapsed)
    }
}

/// What came of the bombs of one class.
struct Row {
    name: &'static str,
    kinds: usize,
    bombs: u64,
    wrong: Vec<String>,
    elapsed: Duration,
    bombed: Duration,
    spared: Duration,
    held: Held,
}

impl Row {
    /// Times both servers in turns, so that what else the machine does hits both.
    fn measure(
        name: &'static str,
        bombs: u64,
        bombed: &ServerProcess,
        spared: &ServerProcess,
    ) -> Result<Self> {
        let askers = (Asker::new(bombed)?, Asker::new(spared)?);
        let mut times = (Vec::new(), Vec::new());
        for _ in 0..TIMED {
            times.0.push(askers.0.time()?);
            times.1.push(askers.1.time()?);
        }
        Ok(Self {
            name,
            kinds: 0,
            bombs,
            wrong: Vec::new(),
            elapsed: Duration::ZERO,
            bombed: median(times.0),
            spared: median(times.1),
            held: held(bombed)?,
        })
    }

    fn ratio(&self) -> f64 {
        self.bombed.as_secs_f64() / self.spared.as_secs_f64()
    }

    /// What is not as it must be, given what was held `before` the first bomb.
    fn faults(&self, before: &Held) -> Vec<String> {
        let mut faults: Vec<String> = self.wrong.iter().take(MAX_SHOWN).cloned().collect();
        if self.ratio() > MAX_RATIO {
            faults.push(format!("answers take more than {MAX_RATIO} times as long"));
        }
        if self.held.bytes() > before.bytes() + MAX_GROWTH_BYTES {
            faults.push(format!("more than {} MiB stay", MAX_GROWTH_BYTES >> 20));
        }
        if self.held.processes != before.processes {
            faults
                .push(format!("{} processes instead of {}", self.held.processes, before.processes));
        }
        faults
    }

    /// Prints it. Whether all is well.
    fn print(&self, before: &Held) -> bool {
        let millis = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1000.0);
        println!(
            "{:<16} {:>6} {:>6} {:>6} {:>7.1} s {:>10} {:>10} {:>6.2} {:>7.1} MiB {:>10} {:>8} {:>6}",
            self.name,
            self.kinds,
            self.bombs,
            self.wrong.len(),
            self.elapsed.as_secs_f64(),
            millis(self.bombed),
            millis(self.spared),
            self.ratio(),
            self.held.bytes() as f64 / f64::from(1 << 20),
            self.held.processes,
            self.held.threads,
            self.held.files
        );
        let faults = self.faults(before);
        for fault in &faults {
            println!("FAILED after {}: {fault}", self.name);
        }
        faults.is_empty()
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
