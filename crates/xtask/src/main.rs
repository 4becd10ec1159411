//! Build tasks of this repository, run as `cargo xtask <task>`.
//!
//! The two that matter on a fresh machine: `cargo xtask serve` builds what is missing and
//! serves, `cargo xtask test` builds what is missing and runs every test.

mod bench;
mod cargo_build;
mod checks;
mod clients;
mod command;
mod conformance;
mod deny;
mod fuzz;
mod image;
mod mutate;
mod page;
mod progress;
mod serve;
mod soak;
mod stages;
mod sympy_tests;
mod test;
mod tidy;
mod toolchain;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::stages::Stages;
use crate::workspace::Workspace;

/// Build tasks of this repository.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the guest, the command line and the image, each only where something changed. With
    /// `sympy` or `science`, the image that has it as well: it is fetched from a registry of Python
    /// packages.
    Image {
        /// Which image.
        #[arg(value_enum, default_value = "python")]
        name: ImageName,
    },
    /// Build the guest alone, `--quick` for work on it. Changes to the interpreter's
    /// own crates are tried in `guest/target/patched` and kept with `cargo xtask patch`.
    Guest {
        /// Half the speed, and built in a fraction of the time.
        #[arg(long)]
        quick: bool,
    },
    /// Keep what was changed in `guest/target/patched/CRATE` as a patch. Without a name: make
    /// the copy.
    Patch {
        /// A crate of the guest: `rustpython-vm`.
        #[arg(value_name = "CRATE")]
        package: String,
        /// The patch: `03-order-of-sets`.
        name: Option<String>,
    },
    /// Build what is missing, then serve: `cargo xtask serve -- --listen 127.0.0.1:9000`.
    Serve {
        /// Arguments for `jupan serve`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
        args: Vec<String>,
    },
    /// Build what is missing, then run every test: `cargo xtask test -- limits` runs those
    /// whose name has "limits" in it.
    Test {
        /// Build the image `science` too, and demand what its tests need.
        #[arg(long)]
        science: bool,
        /// Arguments for the test binaries.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
        args: Vec<String>,
    },
    /// Install other people's clients below `target`, which the tests drive the server with. They
    /// are fetched from registries of Python and JavaScript packages.
    Clients,
    /// Build what is missing, then run sympy's own tests in the sandbox: `cargo xtask sympy-tests
    /// core/tests/test_arit`.
    SympyTests {
        /// Files of tests, and arguments, see `cargo xtask sympy-tests -- --help`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
        args: Vec<String>,
    },
    /// Build what is missing, then keep a server busy and check every answer: `cargo xtask soak
    /// --minutes 10`, or with `--bombs 1000` hostile programs of each class.
    Soak {
        /// Arguments for the load, see `cargo xtask soak -- --help`.
        #[arg(
            trailing_var_arg = true,
            allow_hyphen_values = true,
            required = true,
            value_name = "ARGS"
        )]
        args: Vec<String>,
    },
    /// Build what is missing, then compare programs with what CPython gave for them: `cargo xtask
    /// conformance itertools` takes one area, `--record PYTHON` writes down anew what a CPython
    /// 3.13 gives.
    Conformance {
        /// Arguments for the comparison, see `cargo xtask conformance --help`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
        args: Vec<String>,
    },
    /// Build what is missing, then feed hostile bytes to whatever reads them: every fuzz target
    /// for a few seconds, or one as long as you like.
    Fuzz(fuzz::FuzzArgs),
    /// Let cargo-deny look at the dependencies: known vulnerabilities, licences, sources.
    Deny(deny::DenyArgs),
    /// Turn off each limit in turn, in a build made for it, and demand that a test fails.
    Mutate(mutate::MutateArgs),
    /// Build what is missing, then measure: how fast, how much memory, beside which peers.
    Bench(bench::BenchArgs),
    /// Build what is missing, then try the page at `/` in a headless Chromium.
    Page(page::PageArgs),
    /// Check the rules of the code base: who may depend on whom, file sizes, manifests.
    Tidy,
    /// Check formatting, and lint with warnings as errors.
    Lint,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ImageName {
    Python,
    Sympy,
    Science,
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    let workspace = Workspace::find()?;
    match cli.task {
        Task::Image { name } => {
            let built = match name {
                ImageName::Python => image::ensure(&workspace)?,
                ImageName::Sympy => image::ensure_sympy(&workspace)?,
                ImageName::Science => image::ensure_science(&workspace)?,
            };
            println!("{}", built.image.display());
            Ok(())
        }
        Task::Guest { quick } => {
            let profile = if quick { "quick" } else { "release" };
            println!("{}", image::guest(&workspace, profile)?.display());
            Ok(())
        }
        Task::Patch { package, name: None } => image::patches::start(&workspace, &package),
        Task::Patch { package, name: Some(name) } => {
            println!("{}", image::patches::save(&workspace, &package, &name)?.display());
            Ok(())
        }
        Task::Serve { args } => serve::run(&workspace, &args),
        Task::Test { science, args } => {
            let mut stages = Stages::new();
            test::run(&workspace, &args, science, &mut stages);
            stages.finish()
        }
        Task::Clients => clients::ensure(&workspace),
        Task::SympyTests { args } => sympy_tests::run(&workspace, &args),
        Task::Soak { args } => soak::run(&workspace, &args),
        Task::Conformance { args } => conformance::run(&workspace, &args),
        Task::Fuzz(args) => {
            let mut stages = Stages::new();
            fuzz::run(&workspace, &args, &mut stages);
            stages.finish()
        }
        Task::Deny(args) => deny::run(&workspace, &args),
        Task::Mutate(args) => {
            let mut stages = Stages::new();
            stages.run("mutate", || mutate::run(&workspace, &args));
            stages.finish()
        }
        Task::Bench(args) => bench::run(&workspace, &args),
        Task::Page(args) => page::run(&workspace, &args),
        Task::Tidy => tidy::run(&workspace),
        Task::Lint => {
            let mut stages = Stages::new();
            checks::run(&workspace, &mut stages);
            stages.finish()
        }
    }
}
