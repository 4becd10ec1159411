//! The stages of a long task and the summary at its end.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::progress::duration;

/// Runs stages one after the other; after a failure the later ones are left out.
pub(crate) struct Stages {
    started: Instant,
    results: Vec<Stage>,
}

struct Stage {
    name: String,
    outcome: StageOutcome,
}

enum StageOutcome {
    Passed { elapsed: Duration, detail: String },
    Failed { elapsed: Duration },
    LeftOut,
}

impl Stages {
    pub(crate) fn new() -> Self {
        Self { started: Instant::now(), results: Vec::new() }
    }

    /// Runs a stage, unless one failed before. What it gives is shown in the summary.
    pub(crate) fn run(&mut self, name: &str, stage: impl FnOnce() -> Result<String>) {
        let outcome = if self.has_failed() {
            StageOutcome::LeftOut
        } else {
            eprintln!("\n=== {name} ===");
            let started = Instant::now();
            match stage() {
                Ok(detail) => StageOutcome::Passed { elapsed: started.elapsed(), detail },
                Err(error) => {
                    eprintln!("error: {error:#}");
                    StageOutcome::Failed { elapsed: started.elapsed() }
                }
            }
        };
        self.results.push(Stage { name: name.to_owned(), outcome });
    }

    /// Prints the summary; an error if a stage failed.
    pub(crate) fn finish(self) -> Result<()> {
        eprintln!("\n=== summary ===");
        for stage in &self.results {
            eprintln!("{}", stage.line());
        }
        let total = duration(self.started.elapsed());
        if self.has_failed() {
            bail!("not everything passed ({total})");
        }
        eprintln!("everything passed ({total})");
        Ok(())
    }

    fn has_failed(&self) -> bool {
        self.results.iter().any(|stage| matches!(stage.outcome, StageOutcome::Failed { .. }))
    }
}

impl Stage {
    fn line(&self) -> String {
        match &self.outcome {
            StageOutcome::Passed { elapsed, detail } if detail.is_empty() => {
                format!("passed    {:<8} {}", self.name, duration(*elapsed))
            }
            StageOutcome::Passed { elapsed, detail } => {
                format!("passed    {:<8} {} ({detail})", self.name, duration(*elapsed))
            }
            StageOutcome::Failed { elapsed } => {
                format!("FAILED    {:<8} {}", self.name, duration(*elapsed))
            }
            StageOutcome::LeftOut => format!("left out  {:<8}", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn a_failure_leaves_out_what_follows_and_is_the_result() {
        let mut stages = Stages::new();
        let mut ran = Vec::new();
        stages.run("one", || Ok(String::new()));
        stages.run("two", || Err(anyhow!("no")));
        stages.run("three", || {
            ran.push("three");
            Ok(String::new())
        });
        let starts: Vec<_> = stages.results.iter().map(|stage| stage.line()).collect();
        assert!(starts[0].starts_with("passed    one"));
        assert!(starts[1].starts_with("FAILED    two"));
        assert_eq!(starts[2].trim_end(), "left out  three");
        assert!(stages.finish().is_err());
        assert!(ran.is_empty());
    }

    #[test]
    fn without_a_failure_all_is_well() {
        let mut stages = Stages::new();
        stages.run("one", || Ok("3 tests".to_owned()));
        assert!(stages.results[0].line().ends_with("(3 tests)"));
        assert!(stages.finish().is_ok());
    }
}
