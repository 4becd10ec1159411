//! How much fuel the programs that are measured burn: `bench/fuel.json`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use crate::bench_dir;

/// Fuel by program, as it is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptFuel {
    /// How far a program may be off, in percent.
    pub tolerance_percent: u64,
    /// WebAssembly instructions.
    pub fuel: BTreeMap<String, u64>,
}

impl KeptFuel {
    /// What is kept.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is not what it should be.
    pub fn read() -> Result<Self> {
        let text = fs::read_to_string(file()).context("cannot read tests/bench/fuel.json")?;
        serde_json::from_str(&text).context("tests/bench/fuel.json is not what it should be")
    }

    /// Replaces what is kept.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&self) -> Result<()> {
        let text = format!("{}\n", serde_json::to_string_pretty(self)?);
        fs::write(file(), text).context("cannot write tests/bench/fuel.json")
    }

    /// What is off: the program, what is kept, what it burns. Programs of which only one side
    /// knows are off by all of it.
    #[must_use]
    pub fn deviations(&self, burnt: &BTreeMap<String, u64>) -> Vec<(String, u64, u64)> {
        let names =
            self.fuel.keys().chain(burnt.keys().filter(|name| !self.fuel.contains_key(*name)));
        names
            .filter_map(|name| {
                let side = |fuel: &BTreeMap<String, u64>| fuel.get(name).copied().unwrap_or(0);
                let (kept, now) = (side(&self.fuel), side(burnt));
                let allowed = kept / 100 * self.tolerance_percent;
                (kept.abs_diff(now) > allowed).then(|| (name.clone(), kept, now))
            })
            .collect()
    }
}

fn file() -> PathBuf {
    bench_dir().join("fuel.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fuel(pairs: &[(&str, u64)]) -> BTreeMap<String, u64> {
        pairs.iter().map(|&(name, fuel)| (name.to_owned(), fuel)).collect()
    }

    #[test]
    fn what_is_off_is_told_in_both_directions() {
        let kept = KeptFuel {
            tolerance_percent: 5,
            fuel: fuel(&[("gone", 1), ("less", 1000), ("more", 1000), ("same", 1000)]),
        };
        let burnt = fuel(&[("less", 949), ("more", 1051), ("new", 9), ("same", 1050)]);
        let off = |name: &str, kept, now| (name.to_owned(), kept, now);
        assert_eq!(
            kept.deviations(&burnt),
            [off("gone", 1, 0), off("less", 1000, 949), off("more", 1000, 1051), off("new", 0, 9)]
        );
    }
}
