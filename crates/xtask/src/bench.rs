//! `cargo xtask bench`: how fast Jupan is, beside its peers.

mod peers;

use std::path::PathBuf;

use anyhow::{Result, bail};

pub(crate) use self::peers::find_python;
use crate::workspace::Workspace;
use crate::{command, image};

/// What is to be measured.
#[derive(clap::Args, Default)]
pub(crate) struct BenchArgs {
    /// Measure peers in the same run. They are installed into target/peers from Python's package
    /// registry when they are not there; the first time takes 10 minutes and 500 MB.
    #[arg(long)]
    peers: bool,
    /// The Python that runs peers: 3.12 or newer, or some of them are not there. It matters only
    /// when they are installed. [default: the newest found]
    #[arg(long, value_name = "FILE", requires = "peers")]
    python: Option<PathBuf>,
    /// The CPython to compare with. [default: the fastest found]
    #[arg(long, value_name = "FILE")]
    cpython: Option<PathBuf>,
    /// Do everything once or twice, to see that it works; the times mean nothing.
    #[arg(long, conflicts_with_all = ["peers", "publish"])]
    quick: bool,
    /// Measure these groups alone: fresh, start, programs, memory, limits, science, scale.
    #[arg(long, value_name = "GROUP", num_args = 1..)]
    only: Vec<String>,
    /// Where the figures go, as bench.json and pictures. [default: target/bench]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also write docs/benchmarks.md, docs/bench/*.svg and the README's table.
    #[arg(long)]
    publish: bool,
    /// Only write down anew how much fuel each program burns, in tests/bench/fuel.json.
    #[arg(long, exclusive = true)]
    renew_fuel: bool,
}

/// Builds and installs what is missing, then measures; what it prints and its status are the
/// benchmark's own.
pub(crate) fn run(workspace: &Workspace, args: &BenchArgs) -> Result<()> {
    image::ensure(workspace)?;
    let mut bench = command::cargo(&workspace.root);
    bench
        .args(["run", "--release", "--locked", "--quiet", "--package", "jupan-tests"])
        .args(["--bin", "bench", "--", "--out"])
        .arg(args.out.clone().unwrap_or_else(|| workspace.target.join("bench")))
        .args(["--commit", &commit(workspace), "--command", &shown(args)]);
    if args.peers {
        bench.arg("--peers").arg(peers::ensure(workspace, args.python.as_deref())?);
    }
    if let Some(cpython) = &args.cpython {
        bench.arg("--cpython").arg(cpython);
    }
    for (is_set, flag) in [(args.quick, "--quick"), (args.renew_fuel, "--renew-fuel")] {
        if is_set {
            bench.arg(flag);
        }
    }
    if args.publish {
        bench.arg("--publish").arg(&workspace.root);
    }
    if !args.only.is_empty() {
        bench.arg("--only").args(&args.only);
    }
    command::run(&mut bench)
}

/// Sees that every benchmark works.
pub(crate) fn smoke(workspace: &Workspace) -> Result<()> {
    let out = workspace.target.join("bench/quick");
    run(workspace, &BenchArgs { quick: true, out: Some(out), ..BenchArgs::default() })
}

/// The command as its user can give it again, without paths of this machine.
fn shown(args: &BenchArgs) -> String {
    let mut shown = String::from("cargo xtask bench");
    let flags = [(args.peers, "--peers"), (args.quick, "--quick"), (args.publish, "--publish")];
    for (_, flag) in flags.into_iter().filter(|(is_set, _)| *is_set) {
        shown.push(' ');
        shown.push_str(flag);
    }
    if !args.only.is_empty() {
        shown.push_str(" --only ");
        shown.push_str(&args.only.join(" "));
    }
    shown
}

/// The commit that is measured, or that it is not known.
fn commit(workspace: &Workspace) -> String {
    let git = |args: &[&str]| {
        command::capture(std::process::Command::new("git").current_dir(&workspace.root).args(args))
    };
    let Ok(commit) = git(&["rev-parse", "--short", "HEAD"]) else {
        return "not a git checkout".to_owned();
    };
    let is_clean = git(&["status", "--porcelain", "--untracked-files=no"])
        .is_ok_and(|changed| changed.is_empty());
    format!("{}{}", commit.trim(), if is_clean { "" } else { " and changes" })
}

/// The first of `candidates` that `is_good`, or an error that says what was wanted.
fn first_good<T>(
    candidates: impl IntoIterator<Item = T>,
    is_good: impl Fn(&T) -> bool,
    wanted: &str,
) -> Result<T> {
    match candidates.into_iter().find(|candidate| is_good(candidate)) {
        Some(good) => Ok(good),
        None => bail!("{wanted}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_can_be_given_again() {
        let args = BenchArgs {
            peers: true,
            python: Some(PathBuf::from("/somewhere/python3")),
            only: vec!["fresh".to_owned(), "scale".to_owned()],
            ..BenchArgs::default()
        };
        assert_eq!(shown(&args), "cargo xtask bench --peers --only fresh scale");
        assert_eq!(shown(&BenchArgs::default()), "cargo xtask bench");
    }
}
