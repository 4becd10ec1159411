//! How many lines had which outcome.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use serde_json::json;

use super::record::Outcome;
use crate::exit::Exit;

/// Counts of outcomes, those of an earlier batch included.
#[derive(Debug)]
pub(super) struct Summary {
    counts: BTreeMap<Outcome, u64>,
    kinds: BTreeMap<(Outcome, String), u64>,
    /// Lines that an earlier batch had done.
    resumed: u64,
    started: Instant,
}

impl Summary {
    pub(super) fn new() -> Self {
        let started = Instant::now();
        Self { counts: BTreeMap::new(), kinds: BTreeMap::new(), resumed: 0, started }
    }

    /// Counts one result; `kind` says what failure it is, if it is one.
    pub(super) fn add(&mut self, outcome: Outcome, kind: Option<&str>) {
        *self.counts.entry(outcome).or_default() += 1;
        if let Some(kind) = kind {
            *self.kinds.entry((outcome, kind.to_owned())).or_default() += 1;
        }
    }

    /// Says that what has been counted so far was done by an earlier batch.
    pub(super) fn all_resumed(&mut self) {
        self.resumed = self.lines();
    }

    /// Lines that have a result.
    pub(super) fn lines(&self) -> u64 {
        self.counts.values().sum()
    }

    /// What the exit status says of the programs.
    pub(super) fn exit(&self) -> Exit {
        match [Outcome::Error, Outcome::Refused, Outcome::Limit].map(|outcome| self.count(outcome))
        {
            [0, 0, 0] => Exit::Ok,
            [0, 0, _] => Exit::Limit,
            _ => Exit::ProgramFailed,
        }
    }

    fn count(&self, outcome: Outcome) -> u64 {
        self.counts.get(&outcome).copied().unwrap_or(0)
    }

    /// The counts in a few words: `3 ok, 1 error`.
    pub(super) fn short(&self) -> String {
        let mut said = format!("{} ok", self.count(Outcome::Ok));
        for (outcome, name) in NAMES {
            if outcome != Outcome::Ok && self.count(outcome) > 0 {
                // Writing to a string cannot fail.
                let _ = write!(said, ", {} {name}", self.count(outcome));
            }
        }
        said
    }

    /// All of it for people.
    pub(super) fn sentence(&self) -> String {
        let lines = self.lines();
        let mut said = format!("{lines} lines: {}", self.short());
        for ((outcome, kind), count) in &self.kinds {
            let name = NAMES.iter().find(|(other, _)| other == outcome).map_or("", |(_, n)| n);
            let _ = write!(said, "\n  {name} {kind}: {count}");
        }
        if self.resumed > 0 {
            let _ = write!(said, "\n  {} of them were there already", self.resumed);
        }
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = (lines - self.resumed) as f64 / seconds.max(1e-3);
        let _ = write!(said, "\n  {seconds:.1} s, {rate:.0}/s");
        said
    }

    /// All of it for programs, on one line.
    pub(super) fn json(&self) -> String {
        let mut kinds = serde_json::Map::new();
        for ((outcome, kind), count) in &self.kinds {
            let name = NAMES.iter().find(|(other, _)| other == outcome).map_or("", |(_, n)| n);
            kinds.insert(format!("{name}/{kind}"), (*count).into());
        }
        json!({
            "lines": self.lines(),
            "ok": self.count(Outcome::Ok),
            "error": self.count(Outcome::Error),
            "limit": self.count(Outcome::Limit),
            "refused": self.count(Outcome::Refused),
            "kinds": kinds,
            "resumed": self.resumed,
            "wall_ms": self.started.elapsed().as_millis() as u64,
        })
        .to_string()
    }
}

const NAMES: [(Outcome, &str); 4] = [
    (Outcome::Ok, "ok"),
    (Outcome::Error, "error"),
    (Outcome::Limit, "limit"),
    (Outcome::Refused, "refused"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(outcomes: &[(Outcome, Option<&str>)]) -> Summary {
        let mut summary = Summary::new();
        for (outcome, kind) in outcomes {
            summary.add(*outcome, *kind);
        }
        summary
    }

    #[test]
    fn the_exit_status_tells_the_worst() {
        use Outcome::{Error, Limit, Ok, Refused};

        for (outcomes, exit) in [
            (&[][..], Exit::Ok),
            (&[(Ok, None)][..], Exit::Ok),
            (&[(Ok, None), (Limit, Some("fuel"))][..], Exit::Limit),
            (&[(Limit, Some("fuel")), (Error, Some("syntax"))][..], Exit::ProgramFailed),
            (&[(Refused, Some("invalid_field"))][..], Exit::ProgramFailed),
        ] {
            assert_eq!(summary(outcomes).exit(), exit, "{outcomes:?}");
        }
    }

    #[test]
    fn every_outcome_and_kind_is_counted() {
        let mut summary = summary(&[(Outcome::Ok, None), (Outcome::Limit, Some("fuel"))]);
        summary.all_resumed();
        summary.add(Outcome::Limit, Some("fuel"));
        let sentence = summary.sentence();
        let counted = sentence.rsplit_once('\n').unwrap().0;
        assert_eq!(
            counted,
            "3 lines: 1 ok, 2 limit\n  limit fuel: 2\n  2 of them were there already"
        );
        let mut value: serde_json::Value = serde_json::from_str(&summary.json()).unwrap();
        assert!(value["wall_ms"].take().is_u64());
        assert_eq!(
            value,
            json!({
                "lines": 3, "ok": 1, "error": 0, "limit": 2, "refused": 0,
                "kinds": {"limit/fuel": 2}, "resumed": 2, "wall_ms": null,
            })
        );
    }
}
