//! Runs sympy's own tests in the sandbox: `cargo xtask sympy-tests` runs it.

mod file;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Parser;
use jupan_sandbox::{Limits, Outcome, Program, Runner as _, Sandbox, SandboxConfig};

use crate::file::TestFile;

/// Files of the package's own tests that are run unless others are named: each takes seconds.
const SELECTION: [&str; 6] = [
    "core/tests/test_numbers",
    "polys/tests/test_rootoftools",
    "series/tests/test_limits",
    "simplify/tests/test_trigsimp",
    "printing/tests/test_str",
    "solvers/tests/test_inequalities",
];

/// Run sympy's own tests in the sandbox, each function of a file in a run of its own.
///
/// Exit status: 0 if at most as many fail as are allowed, else 1.
#[derive(Parser)]
#[command(name = "sympy-tests")]
struct Args {
    /// Test files below sympy's folder, such as core/tests/test_arit. [default: six that are
    /// quick]
    files: Vec<String>,
    /// Folders of the images: first that of the interpreter alone, then that with sympy.
    #[arg(long, value_name = "DIR", num_args = 2)]
    images: Vec<PathBuf>,
    /// Folder of the packages, with their tests.
    #[arg(long, value_name = "DIR")]
    packages: PathBuf,
    /// Most wall-clock time for one function, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u64,
    /// How many functions may fail.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    allow: usize,
    /// Also the functions that sympy calls slow.
    #[arg(long)]
    slow: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// How many functions had which result.
#[derive(Default)]
struct Counts {
    passed: usize,
    failed: usize,
    left_out: usize,
}

/// Whether no more failed than may.
fn run(args: &Args) -> Result<bool> {
    let config = SandboxConfig { max_concurrent_runs: 1, ..SandboxConfig::default() };
    let sandbox = Sandbox::load_all(&args.images, &config)?;
    let limits = Limits {
        wall: Duration::from_secs(args.seconds),
        fuel: Limits::MAX_FUEL,
        memory_bytes: 1 << 30,
        source_bytes: Limits::MAX_SOURCE_BYTES,
        ..Limits::default()
    };
    let mut all = Counts::default();
    let selection = SELECTION.map(str::to_owned);
    let files = if args.files.is_empty() { &selection[..] } else { &args.files[..] };
    for name in files {
        let start = Instant::now();
        let mut counts = Counts::default();
        let file = read(&args.packages, name)?;
        for function in file.functions() {
            let program =
                Program { seed: Some(1), ..Program::new(file.program(function, args.slow)) };
            let outcome = sandbox.run(&program, &limits)?;
            match result(&outcome) {
                Ok(true) => counts.passed += 1,
                Ok(false) => counts.left_out += 1,
                Err(why) => {
                    counts.failed += 1;
                    println!("FAILED {name} {function}: {why}");
                }
            }
        }
        println!("{name}: {}, {:.1} s", counts.text(), start.elapsed().as_secs_f64());
        all.add(&counts);
    }
    println!("{} files: {}", files.len(), all.text());
    Ok(all.failed <= args.allow)
}

fn read(packages: &Path, name: &str) -> Result<TestFile> {
    let path = packages.join("sympy").join(name.trim_end_matches(".py")).with_extension("py");
    let source = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let file = TestFile::new(&source);
    if file.functions().next().is_none() {
        bail!("{} has no function test_*", path.display());
    }
    Ok(file)
}

/// Whether the function ran to its end; `false` if it was left out. Else why not.
fn result(outcome: &Outcome) -> Result<bool, String> {
    if let Some(failure) = &outcome.failure {
        let last = |text: &str| text.trim_end().lines().rev().nth(1).unwrap_or_default().to_owned();
        let at = failure.traceback.as_deref().map(last).unwrap_or_default();
        let line: String = format!("{}: {} {at}", failure.type_name, failure.message)
            .chars()
            .map(|letter| if letter == '\n' { ' ' } else { letter })
            .take(300)
            .collect();
        return Err(line);
    }
    match outcome.stdout.to_text().lines().last() {
        Some(file::PASSED) => Ok(true),
        Some(file::LEFT_OUT) => Ok(false),
        other => Err(format!("it ended without a word: {other:?}")),
    }
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.left_out += other.left_out;
    }

    fn text(&self) -> String {
        let Self { passed, failed, left_out } = self;
        format!("{passed} passed, {failed} failed, {left_out} left out by themselves")
    }
}
