//! What came of it.

use std::fmt;
use std::time::Duration;

use crate::client::{Tally, Told};
use crate::watch::Sample;
use crate::work::Kind;

/// The samples that the report shows.
const SHOWN_SAMPLES: usize = 12;
/// The share of the time after which the server counts as warm.
const WARM_UP: f64 = 0.1;

/// What came of it.
pub(crate) struct Report {
    /// What the clients have seen.
    pub(crate) tally: Tally,
    /// What the server held on to.
    pub(crate) samples: Vec<Sample>,
    /// How long it took.
    pub(crate) elapsed: Duration,
}

impl Report {
    /// Whether requests were answered, and all of them right.
    pub(crate) fn is_passed(&self) -> bool {
        self.answered() > 0 && self.tally.wrong.count == 0 && self.tally.errors.count == 0
    }

    fn answered(&self) -> usize {
        self.tally.micros.values().map(Vec::len).sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tally, samples, elapsed } = self;
        let answered = self.answered();
        writeln!(
            f,
            "{answered} requests answered in {:.1} s ({:.0} a second), {} wrong answers, \
             {} errors, {} refused for want of room, {} clients hung up\n",
            elapsed.as_secs_f64(),
            answered as f64 / elapsed.as_secs_f64(),
            tally.wrong.count,
            tally.errors.count,
            tally.refused,
            tally.hung_up,
        )?;
        writeln!(
            f,
            "{:<10} {:>9} {:>11} {:>11} {:>11} {:>11}",
            "programs", "requests", "p50", "p99", "p99.9", "most"
        )?;
        let mut all = Vec::with_capacity(answered);
        for (kind, micros) in &tally.micros {
            all.extend_from_slice(micros);
            write_times(f, name(*kind), micros.clone())?;
        }
        write_times(f, "all", all)?;
        write_samples(f, samples)?;
        write_told(f, "WRONG", &tally.wrong)?;
        write_told(f, "ERROR", &tally.errors)
    }
}

const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Good => "good",
        Kind::Failing => "failing",
        Kind::Hostile => "hostile",
        Kind::Catalogue => "catalogue",
    }
}

fn write_times(f: &mut fmt::Formatter<'_>, name: &str, mut micros: Vec<u32>) -> fmt::Result {
    micros.sort_unstable();
    let at = |share: f64| {
        // Both are far below the size at which they would lose digits.
        let index = (micros.len() as f64 * share) as usize;
        let micros = micros.get(index.min(micros.len().saturating_sub(1))).copied().unwrap_or(0);
        format!("{:.2} ms", f64::from(micros) / 1000.0)
    };
    writeln!(
        f,
        "{name:<10} {:>9} {:>11} {:>11} {:>11} {:>11}",
        micros.len(),
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    )
}

fn write_samples(f: &mut fmt::Formatter<'_>, samples: &[Sample]) -> fmt::Result {
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return Ok(()) };
    writeln!(
        f,
        "\n{:>8} {:>12} {:>10} {:>8} {:>6}",
        "time", "memory", "processes", "threads", "files"
    )?;
    let step = samples.len().div_ceil(SHOWN_SAMPLES);
    let shown = samples.iter().step_by(step).chain(samples.last());
    for sample in shown {
        writeln!(
            f,
            "{:>6.0} s {:>8.1} MiB {:>10} {:>8} {:>6}",
            sample.at.as_secs_f64(),
            mib(sample.resident_bytes),
            sample.processes,
            sample.threads,
            sample.files
        )?;
    }
    let warm_at = last.at.mul_f64(WARM_UP);
    let warm = samples.iter().find(|sample| sample.at >= warm_at).unwrap_or(first);
    let growth = mib(last.resident_bytes) / mib(warm.resident_bytes) * 100.0 - 100.0;
    writeln!(
        f,
        "memory: {:.1} MiB when warm, {:.1} MiB at the end ({growth:+.1} %)",
        mib(warm.resident_bytes),
        mib(last.resident_bytes)
    )
}

fn write_told(f: &mut fmt::Formatter<'_>, name: &str, told: &Told) -> fmt::Result {
    for (program, what) in &told.examples {
        writeln!(f, "{name} {program:?}: {what}")?;
    }
    Ok(())
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
