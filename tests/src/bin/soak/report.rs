//! What came of it.

use std::fmt;
use std::time::Duration;

use jupan_tests::Held;

use crate::client::{Tally, Told};
use crate::stable::Stability;
use crate::watch::Sample;
use crate::work::Kind;

/// The samples that the report shows.
const SHOWN_SAMPLES: usize = 20;

/// What came of it.
pub(crate) struct Report {
    /// What the clients have seen.
    pub(crate) tally: Tally,
    /// What the server held on to.
    pub(crate) samples: Vec<Sample>,
    /// How long it took.
    pub(crate) elapsed: Duration,
    /// How many answers there must be.
    pub(crate) wanted: usize,
}

impl Report {
    /// Whether there were enough answers, all of them right, and every bound held.
    pub(crate) fn is_passed(&self) -> bool {
        self.faults().is_empty()
    }

    /// What is not as it must be.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let answered = self.answered();
        if answered < self.wanted {
            faults.push(format!("{answered} answers; at least {} are wanted", self.wanted));
        }
        for (count, what) in [
            (self.tally.wrong.count, "wrong answers"),
            (self.tally.errors.count, "requests without a proper answer"),
            // There are never more clients than places in the queue.
            (self.tally.refused, "requests refused for want of room"),
        ] {
            if count > 0 {
                faults.push(format!("{count} {what}"));
            }
        }
        faults.extend(Stability::of(&self.samples).iter().flat_map(Stability::faults));
        faults
    }

    fn answered(&self) -> usize {
        self.tally.micros.values().map(Vec::len).sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tally, samples, elapsed, .. } = self;
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
        write_told(f, "ERROR", &tally.errors)?;
        for fault in self.faults() {
            writeln!(f, "FAILED: {fault}")?;
        }
        Ok(())
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
    let Some(stability) = Stability::of(samples) else { return Ok(()) };
    writeln!(
        f,
        "\n{:>8} {:>12} {:>12} {:>10} {:>8} {:>6}",
        "time", "server", "workers", "processes", "threads", "files"
    )?;
    let step = samples.len().div_ceil(SHOWN_SAMPLES);
    for Sample { at, held } in samples.iter().step_by(step).chain(samples.last()) {
        write_held(f, &format!("{:.0} s", at.as_secs_f64()), held)?;
    }
    writeln!(f, "medians after the warm-up and at the end:")?;
    write_held(f, "warm", &stability.warm)?;
    write_held(f, "end", &stability.end)?;
    let short = if stability.is_judged { "" } else { "; too short a load to judge by" };
    writeln!(f, "memory: {:+.1} %{short}", 100.0 * stability.growth())
}

fn write_held(f: &mut fmt::Formatter<'_>, when: &str, held: &Held) -> fmt::Result {
    writeln!(
        f,
        "{when:>8} {:>8.1} MiB {:>8.1} MiB {:>10} {:>8} {:>6}",
        mib(held.server_bytes),
        mib(held.worker_bytes),
        held.processes,
        held.threads,
        held.files
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
