//! What came of a self-test, for people and for programs.

use std::time::Duration;

use jupan_selftest::{Checked, Class, Program};
use serde_json::{Value, json};

/// An answer later than this after its limit is counted as late.
const LATE: Duration = Duration::from_millis(100);
/// How much more memory the host may have at the end than at the start: what the allocator
/// may hold on to, and far less than one program of the catalogue takes.
const MAX_GROWTH_BYTES: u64 = 64 << 20;

/// What came of all programs.
pub(super) struct Report {
    rows: Vec<Row>,
    resident_before: Option<u64>,
    resident_after: Option<u64>,
}

/// What came of the programs of one class.
pub(super) struct Row {
    class: Class,
    checked: Vec<(Program, Checked)>,
    resident: Option<u64>,
}

impl Report {
    /// A report without programs so far; `resident` is the host's memory in bytes.
    pub(super) fn new(resident: Option<u64>) -> Self {
        Self { rows: Vec::new(), resident_before: resident, resident_after: resident }
    }

    /// Adds a class; `resident` is the host's memory after it.
    pub(super) fn add(
        &mut self,
        class: Class,
        checked: Vec<(Program, Checked)>,
        resident: Option<u64>,
    ) {
        self.rows.push(Row { class, checked, resident });
        self.resident_after = resident;
    }

    /// The class that was added last, as a line of the table.
    pub(super) fn last_row(&self) -> String {
        self.rows.last().map(Row::line).unwrap_or_default()
    }

    /// Whether every program came out as it must, and the host's memory did not grow.
    pub(super) fn is_passed(&self) -> bool {
        self.failed() == 0 && !self.has_grown()
    }

    /// What comes after the table: the sum, the failures in full.
    pub(super) fn summary(&self) -> String {
        let all = || self.rows.iter().flat_map(|row| &row.checked);
        let total = all().count();
        let mut lines = vec![format!("{:<16} {total:>8} {:>7}", "total", self.failed())];
        let late = sorted(all().filter_map(|(_, checked)| checked.over_limit));
        if !late.is_empty() {
            lines.push(format!(
                "time limits: {} runs ended by the clock; their answers were there {} (median) \
                 and {} (at most) after the limit, {} of them more than {} ms",
                late.len(),
                millis(median(&late)),
                millis(late.last().copied().unwrap_or_default()),
                late.iter().filter(|&&late| late > LATE).count(),
                LATE.as_millis()
            ));
        }
        if let (Some(before), Some(after)) = (self.resident_before, self.resident_after) {
            let grown = if self.has_grown() { "FAILED " } else { "" };
            lines.push(format!(
                "{grown}host memory: {} before, {} after (at most {} more is right)",
                mib(before),
                mib(after),
                mib(MAX_GROWTH_BYTES)
            ));
        }
        for (program, checked) in all().filter(|(_, checked)| !checked.mismatches.is_empty()) {
            lines.push(format!("\nFAILED {}.py: {}", program.name, program.why));
            lines.extend(checked.mismatches.iter().map(|mismatch| format!("  {mismatch}")));
        }
        lines.push(match self.is_passed() {
            true => format!("\nall {total} programs came out as they must\n"),
            false => format!("\n{} of {total} programs failed\n", self.failed()),
        });
        lines.join("\n")
    }

    /// The same for programs.
    pub(super) fn json(&self) -> Value {
        let failures: Vec<Value> = self
            .rows
            .iter()
            .flat_map(|row| &row.checked)
            .filter(|(_, checked)| !checked.mismatches.is_empty())
            .map(|(program, checked)| {
                let mismatches: Vec<Value> = checked
                    .mismatches
                    .iter()
                    .map(|m| json!({ "what": m.what, "expected": m.expected, "got": m.got }))
                    .collect();
                json!({ "program": program.name, "why": program.why, "mismatches": mismatches })
            })
            .collect();
        json!({
            "passed": self.is_passed(),
            "programs": self.rows.iter().map(|row| row.checked.len()).sum::<usize>(),
            "failed": self.failed(),
            "classes": self.rows.iter().map(Row::json).collect::<Vec<_>>(),
            "host_memory": {
                "before_bytes": self.resident_before,
                "after_bytes": self.resident_after,
                "max_growth_bytes": MAX_GROWTH_BYTES,
            },
            "failures": failures,
        })
    }

    fn failed(&self) -> usize {
        self.rows.iter().map(Row::failed).sum()
    }

    fn has_grown(&self) -> bool {
        match (self.resident_before, self.resident_after) {
            (Some(before), Some(after)) => after > before + MAX_GROWTH_BYTES,
            _ => false,
        }
    }
}

impl Row {
    /// The heading of the table.
    pub(super) fn heading() -> String {
        format!(
            "{:<16} {:>8} {:>7} {:>10} {:>10} {:>11} {:>12}\n",
            "class", "programs", "failed", "median", "most", "over limit", "host memory"
        )
    }

    fn line(&self) -> String {
        let times = sorted(self.checked.iter().map(|(_, checked)| checked.elapsed));
        format!(
            "{:<16} {:>8} {:>7} {:>10} {:>10} {:>11} {:>12}\n",
            self.class.as_str(),
            self.checked.len(),
            self.failed(),
            millis(median(&times)),
            millis(times.last().copied().unwrap_or_default()),
            self.most_over_limit().map_or_else(|| "-".to_owned(), millis),
            self.resident.map_or_else(|| "-".to_owned(), mib),
        )
    }

    fn json(&self) -> Value {
        let times = sorted(self.checked.iter().map(|(_, checked)| checked.elapsed));
        json!({
            "class": self.class.as_str(),
            "programs": self.checked.len(),
            "failed": self.failed(),
            "median_ms": as_millis(median(&times)),
            "max_ms": as_millis(times.last().copied().unwrap_or_default()),
            "max_over_limit_ms": self.most_over_limit().map(as_millis),
            "host_memory_bytes": self.resident,
        })
    }

    fn failed(&self) -> usize {
        self.checked.iter().filter(|(_, checked)| !checked.mismatches.is_empty()).count()
    }

    fn most_over_limit(&self) -> Option<Duration> {
        self.checked.iter().filter_map(|(_, checked)| checked.over_limit).max()
    }
}

pub(super) fn sorted(times: impl Iterator<Item = Duration>) -> Vec<Duration> {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    times
}

pub(super) fn median(sorted: &[Duration]) -> Duration {
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// Milliseconds with one digit behind the point.
pub(super) fn as_millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

pub(super) fn millis(time: Duration) -> String {
    format!("{:.1} ms", as_millis(time))
}

fn mib(bytes: u64) -> String {
    format!("{} MiB", bytes >> 20)
}

#[cfg(test)]
mod tests {
    use jupan_selftest::Mismatch;

    use super::*;

    fn program(name: &str, over_ms: u64, mismatches: Vec<Mismatch>) -> (Program, Checked) {
        let program = Program::parse(name, "# expect: limit\n# why: it spins\n\n1\n").unwrap();
        let over_limit = Some(Duration::from_millis(over_ms));
        (program, Checked { elapsed: Duration::from_millis(150 + over_ms), over_limit, mismatches })
    }

    #[test]
    fn a_report_without_failures_is_a_pass() {
        let mut report = Report::new(Some(100 << 20));
        let checked = vec![program("cpu/a", 1, vec![]), program("cpu/b", 3, vec![])];
        report.add(Class::Cpu, checked, Some(120 << 20));
        assert!(report.is_passed());
        assert_eq!(
            report.last_row(),
            "cpu                     2       0   153.0 ms   153.0 ms      3.0 ms      120 MiB\n"
        );
        assert_eq!(
            report.summary(),
            "total                   2       0\n\
             time limits: 2 runs ended by the clock; their answers were there 3.0 ms (median) \
             and 3.0 ms (at most) after the limit, 0 of them more than 100 ms\n\
             host memory: 100 MiB before, 120 MiB after (at most 64 MiB more is right)\n\n\
             all 2 programs came out as they must\n"
        );
    }

    #[test]
    fn a_failure_is_shown_in_full() {
        let mut report = Report::new(None);
        let wrong = Mismatch { what: "ending", expected: "limit".to_owned(), got: "ok".to_owned() };
        report.add(Class::Cpu, vec![program("cpu/a", 0, vec![wrong])], None);
        assert!(!report.is_passed());
        assert!(report.summary().ends_with(
            "\n\nFAILED cpu/a.py: it spins\n  ending: expected limit, got ok\n\n\
             1 of 1 programs failed\n"
        ));
        assert_eq!(
            report.json()["failures"],
            json!([{
                "program": "cpu/a",
                "why": "it spins",
                "mismatches": [{ "what": "ending", "expected": "limit", "got": "ok" }],
            }])
        );
    }

    #[test]
    fn memory_that_grows_is_a_failure() {
        let mut report = Report::new(Some(100 << 20));
        report.add(Class::Cpu, vec![program("cpu/a", 0, vec![])], Some(165 << 20));
        assert!(!report.is_passed());
        assert!(report.summary().contains("\nFAILED host memory: 100 MiB before, 165 MiB after"));
    }
}
