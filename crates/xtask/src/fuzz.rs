//! `cargo xtask fuzz`: hostile bytes for whatever reads them, see `fuzz/README.md`.

mod corpus;
mod target;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::stages::Stages;
use crate::workspace::Workspace;
use crate::{command, image};
use target::{Run, TARGETS, Target};

/// How long a target runs unless told otherwise, in seconds.
const DEFAULT_SECONDS: u32 = 10;
/// What the random numbers of such a run start from, so that the next one does the same again.
const DEFAULT_SEED: u32 = 1;

/// What is to be run.
#[derive(clap::Args)]
pub(crate) struct FuzzArgs {
    /// One target alone: capture, frame, program, report or request.
    #[arg(value_name = "TARGET", value_parser = target::named)]
    target: Option<&'static Target>,
    /// How long each target runs. Without it 10, always from the same random numbers.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=604_800))]
    seconds: Option<u32>,
    /// Run this input and nothing else, such as one that a target failed on.
    #[arg(long, value_name = "FILE", requires = "target", conflicts_with = "seconds")]
    input: Option<PathBuf>,
    /// Put what was found so far into the kept corpus, as few inputs as reach the same.
    #[arg(long, conflicts_with_all = ["seconds", "input"])]
    keep: bool,
}

/// Builds what is missing, then runs one target after the other.
pub(crate) fn run(workspace: &Workspace, args: &FuzzArgs, stages: &mut Stages) {
    let targets: Vec<&Target> = match args.target {
        Some(target) => vec![target],
        None => TARGETS.iter().collect(),
    };
    if targets.iter().any(|target| target.needs_image) {
        stages.run("image", || image::ensure(workspace).map(|_| String::new()));
    }
    stages.run("build", || build(workspace).map(|()| String::new()));
    for target in targets {
        stages.run(target.name, || {
            let dirs = corpus::Dirs::create(workspace, target)?;
            match (&args.input, args.keep) {
                (Some(input), _) => one_input(workspace, target, input),
                (None, true) => corpus::keep(&mut fuzzer(workspace, target), target, &dirs),
                (None, false) => for_a_while(workspace, target, &dirs, args.seconds),
            }
        });
    }
}

/// Builds all targets: the crates of this workspace anew, so that libFuzzer sees which code an
/// input reaches, and the rest as in any other build.
fn build(workspace: &Workspace) -> Result<()> {
    let mut cargo = command::cargo(&workspace.root);
    cargo
        .env("RUSTC_WORKSPACE_WRAPPER", workspace.root.join("fuzz/rustc-with-coverage"))
        // With the command line beside it, other people's crates have the features that they
        // have in the product, and are not built once more.
        .args(["build", "--release", "--locked", "--package", "jupan", "--package", "jupan-fuzz"]);
    for target in &TARGETS {
        cargo.args(["--bin", target.name]);
    }
    command::run(&mut cargo)
        .context("the fuzz targets do not build; libFuzzer, a part of them, needs a C++ compiler")
}

/// A target's program.
fn fuzzer(workspace: &Workspace, target: &Target) -> Command {
    let mut fuzzer = Command::new(workspace.target.join("release").join(target.name));
    fuzzer
        .current_dir(&workspace.root)
        .env("JUPAN_FUZZ_IMAGE", workspace.image())
        .arg(format!("-max_len={}", target.max_bytes))
        .args(["-timeout=60", "-rss_limit_mb=2048"]);
    fuzzer
}

fn for_a_while(
    workspace: &Workspace,
    target: &Target,
    dirs: &corpus::Dirs,
    seconds: Option<u32>,
) -> Result<String> {
    let mut fuzzer = fuzzer(workspace, target);
    fuzzer
        .arg(format!("-artifact_prefix={}/", dirs.failures.display()))
        .arg(format!("-max_total_time={}", seconds.unwrap_or(DEFAULT_SECONDS)))
        .arg("-print_final_stats=1");
    if seconds.is_none() {
        fuzzer.arg(format!("-seed={DEFAULT_SEED}"));
    }
    // What is new goes into the first; the kept corpus stays as it is.
    fuzzer.args([&dirs.found, &dirs.kept]);
    let run = target::watch(&mut fuzzer)?;
    if run.succeeded {
        return Ok(format!("{} inputs", run.inputs));
    }
    bail!("{}", failure(target, &run))
}

/// What to say of a run that failed.
fn failure(target: &Target, run: &Run) -> String {
    match &run.failed_on {
        Some(input) => format!(
            "the target `{name}` failed on an input, see above. It is kept; to run it again:\n  \
             cargo xtask fuzz {name} --input {input}",
            name = target.name
        ),
        None => format!("the target `{}` failed without an input, see above", target.name),
    }
}

fn one_input(workspace: &Workspace, target: &Target, input: &Path) -> Result<String> {
    if !input.is_file() {
        bail!("there is no file {}", input.display());
    }
    let mut fuzzer = fuzzer(workspace, target);
    // Relative to where the caller is, not to the top of the checkout.
    fuzzer.env("JUPAN_FUZZ_SHOW", "1").arg(std::path::absolute(input)?);
    if !target::watch(&mut fuzzer)?.succeeded {
        bail!("the target `{}` fails on this input, see above", target.name);
    }
    Ok("this input alone".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_how_to_see_it_again() {
        let target = target::named("frame").unwrap();
        let run = Run {
            succeeded: false,
            inputs: 3,
            failed_on: Some("target/fuzz/frame/failures/crash-0a".to_owned()),
        };
        assert_eq!(
            failure(target, &run),
            "the target `frame` failed on an input, see above. It is kept; to run it again:\n  \
             cargo xtask fuzz frame --input target/fuzz/frame/failures/crash-0a"
        );
        assert_eq!(
            failure(target, &Run { failed_on: None, ..run }),
            "the target `frame` failed without an input, see above"
        );
    }
}
