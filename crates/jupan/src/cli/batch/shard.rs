//! Which lines a batch takes.

use std::fmt;
use std::str::FromStr;

/// Every `count`-th line, beginning with the one at `index`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// Every line.
    pub(super) const ALL: Self = Self { index: 0, count: 1 };

    /// Whether the line with this number, counted from 1, is taken.
    pub(super) const fn takes(self, number: u64) -> bool {
        number.wrapping_sub(1) % self.count == self.index
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            Some(Self { index: index.parse().ok()?, count: count.parse().ok()? })
        });
        match numbers {
            Some(shard) if shard.index < shard.count => Ok(shard),
            _ => {
                Err("it must be INDEX/COUNT with INDEX from 0 to COUNT - 1, such as 0/4".to_owned())
            }
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_the_lines_without_rest() {
        let shards: Vec<Shard> = (0..3).map(|i| format!("{i}/3").parse().unwrap()).collect();
        for number in 1..=9 {
            let taken = shards.iter().filter(|shard| shard.takes(number)).count();
            assert_eq!(taken, 1, "line {number}");
        }
        assert!(shards[0].takes(1) && shards[0].takes(4) && shards[2].takes(3));
        assert!((1..9).all(|number| Shard::ALL.takes(number)));
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for bad in ["", "1", "1/", "4/4", "0/0", "-1/2", "a/b"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
