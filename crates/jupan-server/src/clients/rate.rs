//! So many a minute.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_secs(60);

/// Lets so many through within a minute: all of them at once, then one whenever its share of the
/// minute is over.
#[derive(Debug)]
pub(super) struct Rate {
    /// What one takes of the minute.
    share: Duration,
    /// When all that were let through have had their share.
    until: Mutex<Option<Instant>>,
}

impl Rate {
    pub(super) fn new(per_minute: u64) -> Self {
        let share = MINUTE.div_f64(per_minute.max(1) as f64);
        Self { share, until: Mutex::new(None) }
    }

    /// Lets one through, or says after how long there is room for it.
    pub(super) fn take(&self, now: Instant) -> Result<(), Duration> {
        // The time is written whole, so a poisoned lock is as good as any.
        let mut until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        let next = until.map_or(now, |until| until.max(now)) + self.share;
        let too_early = next.saturating_duration_since(now).saturating_sub(MINUTE);
        // Shares are rounded to nanoseconds.
        if too_early > Duration::from_micros(100) {
            return Err(too_early);
        }
        *until = Some(next);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_has_its_number_and_no_more() {
        for per_minute in [1, 3, 60, 7_000] {
            let (rate, start) = (Rate::new(per_minute), Instant::now());
            for _ in 0..per_minute {
                assert_eq!(rate.take(start), Ok(()));
            }
            let wait = rate.take(start).unwrap_err();
            let share = MINUTE.div_f64(per_minute as f64);
            let off = wait.abs_diff(share);
            assert!(off < Duration::from_micros(100), "{wait:?}");
            assert!(rate.take(start + wait / 2).is_err());
            assert_eq!(rate.take(start + wait), Ok(()));
            assert!(rate.take(start + wait).is_err());
        }
    }

    #[test]
    fn who_was_away_finds_a_whole_minute_and_not_two() {
        let (rate, start) = (Rate::new(2), Instant::now());
        assert_eq!(rate.take(start), Ok(()));
        let later = start + 10 * MINUTE;
        assert_eq!((rate.take(later), rate.take(later)), (Ok(()), Ok(())));
        assert!(rate.take(later).is_err());
    }
}
