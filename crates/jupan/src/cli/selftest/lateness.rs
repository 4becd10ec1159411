//! From a limit on time to the answer.

use std::time::Duration;

use jupan_selftest::{Mismatch, OUTLIVING, Program, check};
use serde_json::{Value, json};

use super::report::{as_millis, median, millis, sorted};
use super::target::Target;

/// Half of the answers of each way may be no later than this after the limit.
const MAX_MEDIAN: Duration = Duration::from_millis(50);

/// How late the answers were, by the way in which programs tried to outlive the clock.
pub(super) struct Lateness {
    rows: Vec<Row>,
}

struct Row {
    name: &'static str,
    /// How long after the limit each answer was there, in order of time.
    late: Vec<Duration>,
    /// The program, and what was not as it must be.
    mismatches: Vec<(String, Mismatch)>,
}

impl Lateness {
    /// Runs a program of each way, `times` times, one way after the other in each round so that
    /// none has a quiet moment of the machine to itself.
    pub(super) fn measure(catalogue: &[Program], target: &Target, times: u64) -> Self {
        let programs = OUTLIVING.map(|way| {
            let is_one = |program: &&Program| way.programs.contains(&program.name.as_str());
            catalogue.iter().filter(is_one).collect::<Vec<_>>()
        });
        let mut rows: Vec<Row> = OUTLIVING
            .map(|way| Row { name: way.name, late: Vec::new(), mismatches: Vec::new() })
            .into();
        for round in 0..times {
            for (row, programs) in rows.iter_mut().zip(&programs) {
                // A number of programs fits either type.
                if let Some(program) = programs.get((round % programs.len().max(1) as u64) as usize)
                {
                    row.run(program, target);
                }
            }
        }
        Self { rows }
    }

    /// Whether all came out as they must, and half of each in time.
    pub(super) fn is_passed(&self) -> bool {
        self.rows.iter().all(|row| row.mismatches.is_empty() && row.median() <= MAX_MEDIAN)
    }

    /// The table for people, and what went wrong.
    pub(super) fn table(&self) -> String {
        let mut lines = vec![format!(
            "{:<32} {:>5} {:>7} {:>10} {:>10} {:>10}",
            "from the limit to the answer", "runs", "failed", "median", "most", "over 50 ms"
        )];
        lines.extend(self.rows.iter().map(Row::line));
        for (program, mismatch) in self.rows.iter().flat_map(|row| &row.mismatches) {
            lines.push(format!("FAILED {program}.py: {mismatch}"));
        }
        for row in self.rows.iter().filter(|row| row.median() > MAX_MEDIAN) {
            let median = millis(row.median());
            lines.push(format!("FAILED {}: half of the answers were {median} late", row.name));
        }
        lines.push(String::new());
        lines.join("\n")
    }

    /// The same for programs.
    pub(super) fn json(&self) -> Value {
        let rows: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                json!({
                    "name": row.name,
                    "runs": row.late.len(),
                    "failed": row.mismatches.len(),
                    "median_ms": as_millis(row.median()),
                    "max_ms": as_millis(row.most()),
                    "over_50_ms": row.over(),
                })
            })
            .collect();
        json!({ "passed": self.is_passed(), "lateness": rows })
    }
}

impl Row {
    fn run(&mut self, program: &Program, target: &Target) {
        let checked = check(program, |request| target.execute(request));
        self.late.extend(checked.over_limit);
        let named = |mismatch| (program.name.clone(), mismatch);
        self.mismatches.extend(checked.mismatches.into_iter().map(named));
    }

    fn median(&self) -> Duration {
        median(&sorted(self.late.iter().copied()))
    }

    fn most(&self) -> Duration {
        self.late.iter().copied().max().unwrap_or_default()
    }

    fn over(&self) -> usize {
        self.late.iter().filter(|&&late| late > MAX_MEDIAN).count()
    }

    fn line(&self) -> String {
        format!(
            "{:<32} {:>5} {:>7} {:>10} {:>10} {:>10}",
            self.name,
            self.late.len(),
            self.mismatches.len(),
            millis(self.median()),
            millis(self.most()),
            self.over()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &'static str, late_ms: &[u64]) -> Row {
        let late = late_ms.iter().copied().map(Duration::from_millis).collect();
        Row { name, late, mismatches: Vec::new() }
    }

    #[test]
    fn half_of_the_answers_have_to_be_in_time() {
        let mut report = Lateness { rows: vec![row("spin", &[90, 1, 2]), row("sleep", &[50])] };
        assert!(report.is_passed());
        assert_eq!(
            report.table(),
            "from the limit to the answer      runs  failed     median       most over 50 ms\n\
             spin                                 3       0     2.0 ms    90.0 ms          1\n\
             sleep                                1       0    50.0 ms    50.0 ms          0\n"
        );
        report.rows.push(row("regex", &[51]));
        assert!(!report.is_passed());
        assert!(
            report.table().ends_with("\nFAILED regex: half of the answers were 51.0 ms late\n")
        );
        assert_eq!(report.json()["passed"], json!(false));
    }

    #[test]
    fn a_wrong_answer_fails_whatever_its_time() {
        let mut rows = vec![row("spin", &[1])];
        let wrong =
            Mismatch { what: "ending", expected: "timeout".to_owned(), got: "ok".to_owned() };
        rows[0].mismatches.push(("cpu/a".to_owned(), wrong));
        let report = Lateness { rows };
        assert!(!report.is_passed());
        assert!(
            report.table().ends_with("\nFAILED cpu/a.py: ending: expected timeout, got ok\n"),
            "{}",
            report.table()
        );
    }
}
