//! Cargo builds that run side by side and tell how far they are.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use cargo_metadata::{DependencyKind, Message, Metadata, PackageId};

use crate::command;
use crate::progress::{Progress, Step};

/// A running `cargo build`.
pub(crate) struct CargoBuild {
    shown: String,
    child: Child,
    step: Arc<Step>,
    stdout: JoinHandle<()>,
    stderr: JoinHandle<String>,
}

/// What a build is going to build.
pub(crate) struct Plan {
    /// The workspace.
    pub(crate) dir: PathBuf,
    /// The package.
    pub(crate) package: &'static str,
    /// The target triple.
    pub(crate) target: String,
}

/// Starts `cargo` (a `cargo build` without a message format) under a step called `name`.
pub(crate) fn start(
    progress: &Progress,
    name: &str,
    mut cargo: Command,
    plan: Plan,
) -> Result<CargoBuild> {
    let shown = command::show(&cargo);
    cargo
        .arg("--message-format=json-render-diagnostics")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let step = Arc::new(progress.step(name, "starting cargo"));
    let mut child = cargo.spawn().with_context(|| format!("cannot start {shown}"))?;
    let stdout = child.stdout.take().context("cargo's stdout is not a pipe")?;
    let stderr = child.stderr.take().context("cargo's stderr is not a pipe")?;
    let stdout = std::thread::spawn({
        let step = Arc::clone(&step);
        move || count_crates(BufReader::new(stdout), &step)
    });
    let stderr = std::thread::spawn({
        let step = Arc::clone(&step);
        move || collect_diagnostics(BufReader::new(stderr), &step)
    });
    // Counting takes as long as a build with nothing to do: nobody waits for it.
    std::thread::spawn({
        let step = Arc::clone(&step);
        move || {
            // Without the number the step tells less, which is no reason to fail.
            if let Some(crates) = plan.crate_count() {
                step.set_total(crates);
            }
        }
    });
    Ok(CargoBuild { shown, child, step, stdout, stderr })
}

/// Waits for all builds. When one fails the others are ended and its errors are shown.
pub(crate) fn finish(progress: &Progress, mut builds: Vec<CargoBuild>) -> Result<()> {
    while !builds.is_empty() {
        let mut ended: Option<(usize, ExitStatus)> = None;
        for (index, build) in builds.iter_mut().enumerate() {
            let status = build.child.try_wait().context("cannot wait for cargo")?;
            if let Some(status) = status {
                ended = Some((index, status));
                break;
            }
        }
        let Some((index, status)) = ended else {
            std::thread::sleep(Duration::from_millis(25));
            continue;
        };
        let build = builds.swap_remove(index);
        let success = status.success();
        let (shown, diagnostics) = build.end(progress, if success { "built" } else { "failed" });
        if success {
            continue;
        }
        for mut other in builds {
            // It may have ended by itself in the meantime.
            drop(other.child.kill());
            drop(other.child.wait());
            other.end(progress, "given up");
        }
        bail!("{diagnostics}\n{shown} failed: {status}");
    }
    Ok(())
}

impl CargoBuild {
    fn end(self, progress: &Progress, result: &str) -> (String, String) {
        // The readers end with the pipes; what they would panic at is a bug of xtask's own.
        drop(self.stdout.join());
        let diagnostics = self.stderr.join().unwrap_or_default();
        self.step.finish(progress, result);
        (self.shown, diagnostics)
    }
}

fn count_crates(stdout: impl BufRead, step: &Step) {
    let mut built = HashSet::new();
    for message in Message::parse_stream(stdout) {
        // Lines that are not cargo's come from build scripts and mean nothing here.
        if let Ok(Message::CompilerArtifact(artifact)) = message {
            built.insert(artifact.package_id);
            step.set_done(built.len());
        }
    }
}

/// Shows cargo's own status as the step's note, and keeps all that is not just status.
fn collect_diagnostics(stderr: impl BufRead, step: &Step) -> String {
    let mut kept = String::new();
    for line in stderr.lines().map_while(Result::ok) {
        match status(&line) {
            Some(status) => step.note(status),
            None => {
                kept.push_str(&line);
                kept.push('\n');
            }
        }
    }
    kept
}

/// `Compiling serde v1.0` out of one of the lines that tell what cargo is doing.
fn status(line: &str) -> Option<&str> {
    const DOINGS: [&str; 10] = [
        "Blocking",
        "Building",
        "Checking",
        "Compiling",
        "Downloaded",
        "Downloading",
        "Finished",
        "Fresh",
        "Locking",
        "Updating",
    ];
    let text = line.trim_start();
    let first = text.split(' ').next()?;
    // The path in brackets behind a crate of this workspace says nothing new.
    let short = text.split(" (").next()?;
    (text.len() < line.len() && DOINGS.contains(&first)).then_some(short)
}

impl Plan {
    /// About how many crates the build has: the package's dependencies without those of
    /// tests. Features that the build leaves off make it less.
    fn crate_count(&self) -> Option<usize> {
        let options = ["--locked", "--filter-platform", &self.target];
        reachable(&command::metadata(&self.dir, &options).ok()?, self.package)
    }
}

fn reachable(metadata: &Metadata, package: &str) -> Option<usize> {
    let resolve = metadata.resolve.as_ref()?;
    let nodes: HashMap<&PackageId, _> = resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let start = &metadata.workspace_packages().into_iter().find(|p| p.name == package)?.id;
    let mut seen = HashSet::from([start]);
    let mut queue = VecDeque::from([start]);
    while let Some(id) = queue.pop_front() {
        for dependency in nodes.get(id).into_iter().flat_map(|node| &node.deps) {
            let is_built =
                dependency.dep_kinds.iter().any(|kind| kind.kind != DependencyKind::Development);
            if is_built && seen.insert(&dependency.pkg) {
                queue.push_back(&dependency.pkg);
            }
        }
    }
    Some(seen.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_is_told_from_errors() {
        assert_eq!(status("   Compiling serde v1.0.2"), Some("Compiling serde v1.0.2"));
        assert_eq!(
            status("   Compiling jupan v0.1.0 (crates/jupan)"),
            Some("Compiling jupan v0.1.0")
        );
        assert_eq!(status("error[E0308]: mismatched types"), None);
        assert_eq!(status("  Compilers differ"), None);
        assert_eq!(status("Compiling is slow"), None);
    }
}
