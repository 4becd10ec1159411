//! `cargo xtask test`: every test there is.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::checks::TESTED_PACKAGES;
use crate::stages::Stages;
use crate::workspace::Workspace;
use crate::{bench, clients, command, image, tidy};

/// Tells the tests that the image `science` has to be there.
const DEMAND_SCIENCE: &str = "DEMAND_SCIENCE_IMAGE";

/// Checks the rules of the code base, builds the image, runs the tests, and sees that the
/// benchmarks work.
pub(crate) fn run(workspace: &Workspace, args: &[String], science: bool, stages: &mut Stages) {
    stages.run("tidy", || tidy::run(workspace).map(|()| String::new()));
    stages.run("image", || image::ensure_all(workspace).map(|_| String::new()));
    stages.run("clients", || clients::ensure(workspace).map(|()| String::new()));
    if science {
        stages.run("science", || image::ensure_science(workspace).map(|_| String::new()));
    }
    stages.run("test", || {
        let mut counts = Counts::default();
        for packages in TESTED_PACKAGES {
            let mut cargo = command::cargo(&workspace.root);
            cargo.args(["test", "--locked", "--no-fail-fast"]).args(packages).arg("--").args(args);
            if science {
                cargo.env(DEMAND_SCIENCE, "1");
            }
            counts.add(run_counting(&mut cargo)?);
        }
        if counts.passed == 0 {
            bail!("no test was run");
        }
        Ok(counts.to_string())
    });
    // Who asks for some tests does not wait for this.
    if args.is_empty() {
        stages.run("bench", || bench::smoke(workspace).map(|()| String::new()));
    }
}

/// How many tests had which result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { passed, failed, ignored } = self;
        write!(f, "{passed} tests passed, {failed} failed, {ignored} ignored")
    }
}

/// Runs `cargo test`, passing on what it prints and counting results on the way.
fn run_counting(cargo: &mut Command) -> Result<Counts> {
    let shown = command::show(cargo);
    let mut child =
        cargo.stdout(Stdio::piped()).spawn().with_context(|| format!("cannot start {shown}"))?;
    let stdout = child.stdout.take().context("cargo's stdout is not a pipe")?;
    let mut counts = Counts::default();
    for line in BufReader::new(stdout).split(b'\n') {
        let line = line.context("cannot read what cargo prints")?;
        let mut out = std::io::stdout().lock();
        out.write_all(&line)
            .and_then(|()| out.write_all(b"\n"))
            .context("cannot write to stdout")?;
        counts.add_line(&String::from_utf8_lossy(&line));
    }
    let status = child.wait().with_context(|| format!("cannot wait for {shown}"))?;
    if !status.success() {
        bail!("{shown} failed: {status} ({counts})");
    }
    Ok(counts)
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }

    /// Adds what a line like `test result: ok. 3 passed; 0 failed; 1 ignored; ...` says.
    fn add_line(&mut self, line: &str) {
        let Some((_, results)) =
            line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". "))
        else {
            return;
        };
        for result in results.split("; ") {
            let mut words = result.split(' ');
            let (Some(Ok(count)), Some(what)) = (words.next().map(str::parse::<u64>), words.next())
            else {
                continue;
            };
            match what {
                "passed" => self.passed += count,
                "failed" => self.failed += count,
                "ignored" => self.ignored += count,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added_up() {
        let mut counts = Counts::default();
        for line in [
            "running 4 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 7 filtered out; finished in 0.01s",
            "test result: nonsense",
        ] {
            counts.add_line(line);
        }
        assert_eq!(counts, Counts { passed: 5, failed: 1, ignored: 1 });
        assert_eq!(counts.to_string(), "5 tests passed, 1 failed, 1 ignored");
    }

    #[test]
    fn a_command_that_fails_is_an_error_and_one_without_tests_counts_none() {
        let mut cargo = Command::new("cargo");
        cargo.arg("--version");
        assert_eq!(run_counting(&mut cargo).unwrap(), Counts::default());
        let mut cargo = Command::new("cargo");
        cargo.arg("--no-such-flag");
        assert!(run_counting(&mut cargo).is_err());
    }
}
