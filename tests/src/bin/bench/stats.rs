//! Medians with their spread.

use serde::Serialize;

/// What many measurements of the same thing come to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Summary {
    /// How many there are.
    pub(crate) samples: usize,
    /// The least.
    pub(crate) min: f64,
    /// A tenth is below this.
    pub(crate) p10: f64,
    /// Half is below this.
    pub(crate) median: f64,
    /// Nine tenths are below this.
    pub(crate) p90: f64,
    /// 99 of a hundred are below this.
    pub(crate) p99: f64,
    /// The most.
    pub(crate) max: f64,
}

impl Summary {
    /// The summary of `values`; `None` if there are none.
    pub(crate) fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        let at = |share| quantile(&sorted, share);
        Some(Self {
            samples: sorted.len(),
            min,
            p10: at(0.1),
            median: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            max,
        })
    }
}

/// Between two values the quantile is interpolated. `sorted` is not empty.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    // The place is within the slice, far below the size at which digits are lost.
    let below = place as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

/// The geometric mean; `None` of nothing.
pub(crate) fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let sum: f64 = values.iter().map(|value| value.ln()).sum();
    Some((sum / values.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_does_not_depend_on_the_order() {
        let values: Vec<f64> = (0..=100).rev().map(f64::from).collect();
        assert_eq!(
            Summary::of(&values),
            Some(Summary {
                samples: 101,
                min: 0.0,
                p10: 10.0,
                median: 50.0,
                p90: 90.0,
                p99: 99.0,
                max: 100.0
            })
        );
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn quantiles_lie_between_values() {
        assert_eq!(Summary::of(&[1.0, 2.0]).map(|summary| summary.median), Some(1.5));
        assert_eq!(Summary::of(&[7.0]).map(|summary| (summary.p10, summary.p99)), Some((7.0, 7.0)));
    }

    #[test]
    fn a_geometric_mean_takes_halves_and_doubles_for_the_same() {
        assert_eq!(geometric_mean(&[0.5, 2.0]), Some(1.0));
        assert_eq!(geometric_mean(&[]), None);
    }
}
