//! The tables and the picture of what programs take.

use jupan_tests::BenchProgram;

use crate::plot::{Dots, Plot, Unit};
use crate::report::{Cell, Fact, Group, Row, Table};
use crate::stats::{Summary, geometric_mean};

/// What one runner takes for all programs; the last one is only a start.
pub(super) struct Figures {
    pub(super) name: String,
    pub(super) is_ours: bool,
    pub(super) is_reference: bool,
    pub(super) fuel: Vec<u64>,
    /// Times, or what the runner lacks.
    pub(super) times: Vec<Result<Summary, String>>,
}

impl Figures {
    fn median(&self, program: usize) -> Option<f64> {
        self.times[program].as_ref().ok().map(|times| times.median)
    }

    /// The same without what a start takes.
    fn without_start(&self, program: usize) -> Option<f64> {
        let start = self.median(self.times.len() - 1)?;
        // A start that seems to take all of it was disturbed; something is left in any case.
        Some((self.median(program)? - start).max(1e-6))
    }
}

pub(super) fn group(
    programs: &[BenchProgram],
    runners: &[Figures],
    missing: &[(&'static str, String)],
) -> Group {
    let reference = runners.iter().find(|runner| runner.is_reference);
    let mut notes = vec![
        "Every run is fresh, its start included; \"start\" is `print(1+1)` in the same rounds. \
         Every answer is checked against what CPython prints. A peer keeps its own default limits; \
         Jupan's are all on."
            .to_owned(),
    ];
    notes.extend(reference.map(|reference| {
        format!(
            "In brackets: how many times as long as {}, which isolates nothing.",
            reference.name
        )
    }));
    notes.extend(missing.iter().map(|(name, why)| format!("{name}: {why}.")));
    Group {
        name: "programs",
        title: "Programs that compute",
        notes,
        facts: facts(programs, runners),
        tables: vec![table(programs, runners)],
        plots: plot(programs, runners).into_iter().collect(),
    }
}

fn table(programs: &[BenchProgram], runners: &[Figures]) -> Table {
    let mut columns = vec!["program", "fuel"];
    columns.extend(runners.iter().map(|runner| runner.name.as_str()));
    let mut table = Table::new("Time of each program, median", &columns);
    let reference = runners.iter().find(|runner| runner.is_reference);
    for (index, program) in programs.iter().enumerate() {
        let fuel = runners.iter().find(|runner| runner.is_ours).map_or(0, |ours| ours.fuel[index]);
        // Below 2^53.
        let mut cells = vec![Cell::Count(fuel as f64)];
        let base = reference.and_then(|reference| reference.median(index));
        cells.extend(runners.iter().map(|runner| match (&runner.times[index], base) {
            (Err(lacks), _) => Cell::text(lacks),
            (Ok(times), Some(base)) if !runner.is_reference => {
                Cell::Ratio { times: *times, ratio: times.median / base }
            }
            (Ok(times), _) => Cell::Seconds(times.median),
        }));
        table.row(&program.name, cells);
    }
    if let Some(reference) = reference {
        let count = programs.len() - 1;
        table.rows.push(means("geometric mean", runners, count, |runner, program| {
            Some(runner.median(program)? / reference.median(program)?)
        }));
        table.rows.push(means("the same without start", runners, count, |runner, program| {
            Some(runner.without_start(program)? / reference.without_start(program)?)
        }));
    }
    table
}

/// Means over the first `count` programs, or those of them that a runner can run.
fn means(
    name: &str,
    runners: &[Figures],
    count: usize,
    ratio: impl Fn(&Figures, usize) -> Option<f64>,
) -> Row {
    let mut cells = vec![Cell::text("")];
    cells.extend(runners.iter().map(|runner| {
        let ratios: Vec<f64> = (0..count).filter_map(|program| ratio(runner, program)).collect();
        match geometric_mean(&ratios) {
            None => Cell::text("not measured"),
            Some(mean) if ratios.len() == count => Cell::Factor(mean),
            Some(mean) => {
                Cell::text(format!("{} ({} of {count})", Cell::Factor(mean).show(), ratios.len()))
            }
        }
    }));
    Row { name: name.to_owned(), cells }
}

fn facts(programs: &[BenchProgram], runners: &[Figures]) -> Vec<Fact> {
    let count = programs.len() - 1;
    let Some(ours) = runners.iter().find(|runner| runner.is_ours) else { return Vec::new() };
    let mut facts = Vec::new();
    if let Some(reference) = runners.iter().find(|runner| runner.is_reference) {
        let ratios: Vec<f64> = (0..count)
            .filter_map(|program| Some(ours.median(program)? / reference.median(program)?))
            .collect();
        facts.extend(geometric_mean(&ratios).map(|mean| {
            let what = format!("{count} programs that compute, against {}", reference.name);
            Fact::new(what, Cell::Factor(mean))
        }));
    }
    for peer in runners.iter().filter(|runner| !runner.is_ours && !runner.is_reference) {
        let both: Vec<_> = (0..count)
            .filter_map(|program| Some((ours.median(program)?, peer.median(program)?)))
            .collect();
        let ahead = both.iter().filter(|(ours, theirs)| ours < theirs).count();
        let lacking = match count - both.len() {
            0 => String::new(),
            lacking => format!("; it cannot run {lacking} more"),
        };
        let value = Cell::text(format!("in {ahead} of {}{lacking}", both.len()));
        facts.push(Fact::new(format!("faster than {}", peer.name), value));
    }
    facts
}

fn plot(programs: &[BenchProgram], runners: &[Figures]) -> Option<Plot> {
    let reference = runners.iter().find(|runner| runner.is_reference)?;
    let shown: Vec<_> = runners.iter().filter(|runner| !runner.is_reference).collect();
    let rows = programs[..programs.len() - 1]
        .iter()
        .enumerate()
        .map(|(index, program)| {
            let ratio = |runner: &&Figures| Some(runner.median(index)? / reference.median(index)?);
            (program.name.clone(), shown.iter().map(ratio).collect())
        })
        .collect();
    // A legend has room for the beginning of a name.
    let series = shown
        .iter()
        .map(|runner| runner.name.split(',').next().unwrap_or_default().to_owned())
        .collect();
    let title = "Programs that compute: how many times as long as CPython without isolation";
    Some(Plot::dots(
        "programs",
        title,
        Dots { unit: Unit::Factor, series, rows, has_labels: false },
    ))
}
