//! `jupan selftest`.

mod lateness;
mod memory;
mod report;
mod target;

use anyhow::{Context, Result, bail};
use jupan_client::ExecuteRequest;
use jupan_selftest::{Class, FOLLOW_UP, Program, catalogue, check};

use self::lateness::Lateness;
use self::report::{Report, Row};
use self::target::Target;
use crate::exit::Exit;
use crate::settings::{Settings, ShortSettingsArgs};
use crate::{logging, output};

/// For the end of `--help`.
const HELP: &str = "Exit status: 0 every program came out as it must, 1 some did not, 3 wrong \
                    usage or a fault of Jupan's own.";
/// Run before the first measurement, so that what a sandbox keeps for the next run is there
/// already: pages of linear memory, and the pages of the stack, which this one uses to its end.
const WARM_UP: [&str; 3] = [
    "len([bytearray(10**6) for _ in range(100)])",
    "chain = iter([1])\nfor _ in range(100000): chain = map(str, chain)\nnext(chain)",
    FOLLOW_UP.0,
];

/// Runs hostile programs and checks that nothing comes of them.
/// The image whose interpreter is CPython's.
const SCIENCE: &str = "science";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct SelftestArgs {
    /// Address of a running server, such as http://127.0.0.1:8787 [default: a sandbox inside of
    /// this process].
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Bearer token of that server. A flag can be seen in the list of processes: better use
    /// the variable.
    #[arg(long, value_name = "SECRET", env = "JUPAN_BEARER_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Run them in the image of this name, science, instead of that which every program starts in.
    #[arg(long, value_name = "NAME", conflicts_with = "lateness")]
    image_name: Option<String>,
    /// Run only programs that have this in their name, such as `memory/` or `sleep`.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Measure instead how long after its limit a program has ended that only the clock ends:
    /// each way to outlive it so many times [default: 20]
    #[arg(
        long,
        value_name = "TIMES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "20",
        value_parser = clap::value_parser!(u64).range(1..=10_000),
        conflicts_with = "filter"
    )]
    lateness: Option<u64>,
    /// Print the report as one line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: ShortSettingsArgs,
}

impl SelftestArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        let settings = Settings::load(&self.settings.0)?;
        logging::start(&settings, "error")?;
        let mut programs = chosen(self.filter.as_deref())?;
        if self.image_name.as_deref() == Some(SCIENCE) {
            programs = programs.into_iter().map(Program::in_cpython).collect::<Result<_, _>>()?;
        }
        let target = match &self.url {
            Some(url) => Target::server(url, self.token)?,
            None => Target::embedded(&settings)?,
        };
        let (text, is_passed) = match self.lateness {
            Some(times) => {
                warm_up(&target)?;
                let report = Lateness::measure(&programs, &target, times);
                let text = if self.json { format!("{}\n", report.json()) } else { report.table() };
                (text, report.is_passed())
            }
            None => {
                let report = run(&programs, &target, self.image_name.as_deref(), self.json)?;
                let text =
                    if self.json { format!("{}\n", report.json()) } else { report.summary() };
                (text, report.is_passed())
            }
        };
        output::stdout(&text).context("cannot write to stdout")?;
        Ok(if is_passed { Exit::Ok } else { Exit::ProgramFailed })
    }
}

/// The programs with `filter` in their names.
fn chosen(filter: Option<&str>) -> Result<Vec<Program>> {
    let mut programs = catalogue()?;
    if let Some(filter) = filter {
        programs.retain(|program| program.name.contains(filter));
        if programs.is_empty() {
            bail!("no program has {filter:?} in its name; the classes are {}", classes());
        }
    }
    Ok(programs)
}

fn classes() -> String {
    Class::ALL.map(Class::as_str).join(", ")
}

fn warm_up(target: &Target) -> Result<()> {
    for code in WARM_UP {
        target
            .execute(&ExecuteRequest::new(code))
            .with_context(|| format!("{target} runs no programs"))?;
    }
    Ok(())
}

/// Runs `programs` class by class. Each class is shown when it is through, unless the report
/// is for a machine.
fn run(
    programs: &[Program],
    target: &Target,
    image: Option<&str>,
    is_quiet: bool,
) -> Result<Report> {
    warm_up(target)?;
    let show = |text: &str| {
        if is_quiet { Ok(()) } else { output::stdout(text).context("cannot write to stdout") }
    };
    let execute = |request: &ExecuteRequest| {
        target.execute(&ExecuteRequest { image: image.map(str::to_owned), ..request.clone() })
    };
    show(&Row::heading())?;
    let mut report = Report::new(target.resident_bytes());
    for class in Class::ALL {
        let programs: Vec<&Program> =
            programs.iter().filter(|program| program.class == class).collect();
        if programs.is_empty() {
            continue;
        }
        let checked = programs
            .into_iter()
            .map(|program| (program.clone(), check(program, execute)))
            .collect();
        report.add(class, checked, target.resident_bytes());
        show(&report.last_row())?;
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_chooses_by_name() {
        let names: Vec<String> =
            chosen(Some("blocking/time-")).unwrap().into_iter().map(|p| p.name).collect();
        assert_eq!(names, ["blocking/time-sleep"]);
        assert!(chosen(None).unwrap().len() >= 120);
    }

    #[test]
    fn a_filter_without_a_match_names_the_classes() {
        assert_eq!(
            chosen(Some("gpu")).unwrap_err().to_string(),
            "no program has \"gpu\" in its name; the classes are cpu, blocking, memory, stack, \
             output, exit, escape, isolation, host-allocation, determinism"
        );
    }
}
