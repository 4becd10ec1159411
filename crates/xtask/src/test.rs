//! `cargo xtask test`: every test there is.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::stages::Stages;
use crate::workspace::Workspace;
use crate::{command, image, tidy};

/// Checks the rules of the code base, builds the image, runs the tests.
pub(crate) fn run(workspace: &Workspace, args: &[String], stages: &mut Stages) {
    stages.run("tidy", || tidy::run(workspace).map(|()| String::new()));
    stages.run("image", || image::ensure(workspace).map(|_| String::new()));
    stages.run("test", || {
        let mut cargo = command::cargo(&workspace.root);
        cargo
            .args(["test", "--release", "--locked", "--workspace", "--no-fail-fast", "--"])
            .args(args);
        let counts = run_counting(&mut cargo)?;
        Ok(counts.to_string())
    });
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
        counts.add(&String::from_utf8_lossy(&line));
    }
    let status = child.wait().with_context(|| format!("cannot wait for {shown}"))?;
    if !status.success() {
        bail!("{shown} failed: {status} ({counts})");
    }
    if counts.passed == 0 {
        bail!("{shown} ran no test");
    }
    Ok(counts)
}

impl Counts {
    /// Adds what a line like `test result: ok. 3 passed; 0 failed; 1 ignored; ...` says.
    fn add(&mut self, line: &str) {
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
            counts.add(line);
        }
        assert_eq!(counts, Counts { passed: 5, failed: 1, ignored: 1 });
        assert_eq!(counts.to_string(), "5 tests passed, 1 failed, 1 ignored");
    }

    #[test]
    fn a_run_without_tests_is_a_failure() {
        let mut cargo = Command::new("cargo");
        cargo.arg("--version");
        let error = run_counting(&mut cargo).unwrap_err();
        assert_eq!(error.to_string(), "cargo --version ran no test");
    }
}
