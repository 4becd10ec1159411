//! The targets, and what their programs print.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// A fuzz target.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The name of its program.
    pub(crate) name: &'static str,
    /// The longest input that it gets, in bytes.
    pub(crate) max_bytes: u32,
    /// Whether it runs programs in the real image.
    pub(crate) needs_image: bool,
}

/// All targets, in the order in which they run.
pub(crate) const TARGETS: [Target; 5] = [
    Target { name: "request", max_bytes: 4 << 10, needs_image: false },
    Target { name: "report", max_bytes: 32 << 10, needs_image: false },
    Target { name: "frame", max_bytes: 8 << 10, needs_image: false },
    Target { name: "capture", max_bytes: 4 << 10, needs_image: false },
    Target { name: "program", max_bytes: 1 << 10, needs_image: true },
];

/// The target of this name.
pub(crate) fn named(name: &str) -> Result<&'static Target, String> {
    TARGETS.iter().find(|target| target.name == name).ok_or_else(|| {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        format!("there is no such target; there are {}", names.join(", "))
    })
}

/// What came of running a target's program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Run {
    /// Whether it came to its end without a failure.
    pub(crate) succeeded: bool,
    /// How many inputs it ran.
    pub(crate) inputs: u64,
    /// The file with the input that it failed on.
    pub(crate) failed_on: Option<String>,
}

/// Runs a target's program, passing on what is worth reading of what it prints.
pub(crate) fn watch(fuzzer: &mut Command) -> Result<Run> {
    let program = fuzzer.get_program().to_owned();
    let cannot = |what: &str| format!("cannot {what} {}", program.display());
    let mut child = fuzzer.stderr(Stdio::piped()).spawn().with_context(|| cannot("start"))?;
    let stderr = child.stderr.take().context("the fuzz target's stderr is not a pipe")?;
    let mut run = Run::default();
    for line in BufReader::new(stderr).split(b'\n') {
        let line = line.with_context(|| cannot("read what comes from"))?;
        let line = String::from_utf8_lossy(&line);
        run.add_line(&line);
        if !is_noise(&line) {
            eprintln!("{line}");
        }
    }
    run.succeeded = child.wait().with_context(|| cannot("wait for"))?.success();
    Ok(run)
}

impl Run {
    fn add_line(&mut self, line: &str) {
        if let Some(inputs) = line.strip_prefix("stat::number_of_executed_units:") {
            self.inputs = inputs.trim().parse().unwrap_or_default();
        }
        if let Some((_, file)) = line.split_once("Test unit written to ") {
            self.failed_on = Some(file.trim().to_owned());
        }
    }
}

/// Whether a line tells of one more input that was kept, of a sanitizer that is not in use, or
/// of the bytes that the fuzzer likes.
fn is_noise(line: &str) -> bool {
    let is_progress = line.starts_with('#') && !line.contains("pulse") && !line.contains("DONE");
    let starts =
        ["\tNEW_FUNC[", "WARNING: Failed to find function", "INFO: ", "\"", "######", "stat::"];
    is_progress || starts.iter().any(|start| line.starts_with(start))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn there_is_a_program_for_every_target_and_the_reverse() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
        let files: BTreeSet<String> = std::fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().display().to_string())
            .collect();
        let targets: BTreeSet<String> =
            TARGETS.iter().map(|target| target.name.to_owned()).collect();
        assert_eq!(files, targets);
    }

    #[test]
    fn a_target_is_found_by_its_name() {
        assert_eq!(named("frame").unwrap().name, "frame");
        assert_eq!(
            named("frames").unwrap_err(),
            "there is no such target; there are request, report, frame, capture, program"
        );
    }

    #[test]
    fn what_a_run_came_to_is_read_from_its_lines() {
        let mut run = Run::default();
        for line in [
            "#4\tDONE   cov: 7 ft: 8 corp: 2/5b lim: 4096 exec/s: 4 rss: 40Mb",
            "stat::number_of_executed_units: 1557170",
            "stat::average_exec_per_sec:     155717",
            "artifact_prefix='target/x/'; Test unit written to target/x/crash-0a",
        ] {
            run.add_line(line);
        }
        assert_eq!(
            run,
            Run {
                succeeded: false,
                inputs: 1_557_170,
                failed_on: Some("target/x/crash-0a".to_owned())
            }
        );
    }

    #[test]
    fn a_panic_is_read_and_progress_is_not() {
        for line in [
            "thread '<unnamed>' panicked at fuzz/fuzz_targets/frame.rs:1:1:",
            "==1== ERROR: libFuzzer: deadly signal",
            "#4096\tpulse  cov: 7 ft: 8 corp: 2/5b lim: 43 exec/s: 2048 rss: 40Mb",
            "#5\tDONE   cov: 7 ft: 8 corp: 2/5b lim: 4096 exec/s: 4 rss: 40Mb",
        ] {
            assert!(!is_noise(line), "{line}");
        }
        for line in [
            "#2\tINITED cov: 7 ft: 8 corp: 1/1b exec/s: 0 rss: 39Mb",
            "#12\tREDUCE cov: 7 ft: 8 corp: 2/4b lim: 4 exec/s: 0 rss: 39Mb L: 3/3 MS: 1 Copy-",
            "\tNEW_FUNC[1/2]: 0x5642d557d2a1",
            "INFO: Seed: 1",
        ] {
            assert!(is_noise(line), "{line}");
        }
    }
}
