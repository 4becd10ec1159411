//! A logarithmic axis.

/// Where values lie between two ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    /// Where `low` lies in the picture.
    start: f64,
    /// Where `high` lies in the picture.
    end: f64,
}

impl Axis {
    /// An axis from `start` to `end` that has room for all `values`; those that are not above 0
    /// do not count. `None` if none is left.
    pub(super) fn around(values: impl Iterator<Item = f64>, start: f64, end: f64) -> Option<Self> {
        let mut ends: Option<(f64, f64)> = None;
        for value in values.filter(|&value| value > 0.0) {
            let (low, high) = ends.unwrap_or((value, value));
            ends = Some((low.min(value), high.max(value)));
        }
        let (low, high) = ends?;
        Some(Self { low: round(low / 1.15, false), high: round(high * 1.15, true), start, end })
    }

    /// Where `value` lies.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = (value / self.low).ln() / (self.high / self.low).ln();
        self.start + (self.end - self.start) * share
    }

    /// The numbers that stand at the axis: few enough to be read.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let decades = (self.high / self.low).log10();
        let steps: &[f64] = match decades {
            below if below < 0.9 => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0],
            below if below < 2.2 => &[1.0, 2.0, 5.0],
            below if below < 3.5 => &[1.0, 3.0],
            _ => &[1.0],
        };
        let mut ticks = Vec::new();
        // The exponents of what is measured are small.
        let first = self.low.log10().floor() as i32;
        let last = self.high.log10().ceil() as i32;
        for exponent in first..=last {
            for step in steps {
                let tick = step * 10_f64.powi(exponent);
                if tick >= self.low * 0.999 && tick <= self.high * 1.001 {
                    ticks.push(tick);
                }
            }
        }
        ticks
    }
}

/// The next of 1, 2, 5, 10 and so on.
fn round(value: f64, up: bool) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    let mantissa = value / power;
    let step = if up {
        steps.into_iter().find(|&step| step >= mantissa * 0.999)
    } else {
        steps.into_iter().rfind(|&step| step <= mantissa * 1.001)
    };
    step.unwrap_or(1.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_at_round_numbers() {
        let axis = Axis::around([3.0, 0.0, 90.0].into_iter(), 0.0, 100.0).unwrap();
        assert_eq!((axis.low, axis.high), (2.0, 200.0));
        assert_eq!(axis.place(2.0), 0.0);
        assert_eq!(axis.place(200.0), 100.0);
        assert!((axis.place(20.0) - 50.0).abs() < 1e-9);
        assert_eq!(axis.ticks(), [2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0]);
        assert_eq!(Axis::around([0.0].into_iter(), 0.0, 1.0), None);
    }

    #[test]
    fn one_value_is_room_enough() {
        let axis = Axis::around([1.0].into_iter(), 0.0, 100.0).unwrap();
        assert!(axis.place(1.0) > 0.0 && axis.place(1.0) < 100.0);
    }
}
