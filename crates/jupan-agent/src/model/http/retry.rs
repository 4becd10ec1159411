//! When a failed request is made again.

use std::time::Duration;

use super::failure::Failure;

/// When a failed request is made again. Only failures that may pass are: broken connections
/// and streams, 408, 429 and 5xx, but not a time-out or a quota that is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Further tries after the first. Default: [`Self::DEFAULT_MAX_RETRIES`].
    pub max_retries: u32,
    /// The delay before the first further try; it doubles with each one, and between half
    /// and all of it is waited. Default: [`Self::DEFAULT_FIRST_DELAY`].
    pub first_delay: Duration,
    /// The longest delay, and the longest `Retry-After` that is honoured: a provider that
    /// wants to be left alone for longer is not asked again. Default:
    /// [`Self::DEFAULT_MAX_DELAY`].
    pub max_delay: Duration,
}

impl RetryPolicy {
    /// 3 further tries.
    pub const DEFAULT_MAX_RETRIES: u32 = 3;
    /// Half a second.
    pub const DEFAULT_FIRST_DELAY: Duration = Duration::from_millis(500);
    /// A minute.
    pub const DEFAULT_MAX_DELAY: Duration = Duration::from_secs(60);

    /// The delay before try number `retries` + 2, or `None` when there is none. `random` is
    /// between 0 and 1.
    pub(super) fn delay(&self, retries: u32, failure: &Failure, random: f64) -> Option<Duration> {
        if !failure.passing || retries >= self.max_retries {
            return None;
        }
        let factor = 2_u32.checked_pow(retries).unwrap_or(u32::MAX);
        let full = self.first_delay.saturating_mul(factor).min(self.max_delay);
        let own = full.mul_f64(0.5 + 0.5 * random.clamp(0.0, 1.0));
        match failure.retry_after {
            Some(wanted) if wanted > self.max_delay => None,
            Some(wanted) => Some(wanted.max(own)),
            None => Some(own),
        }
    }
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_retries: Self::DEFAULT_MAX_RETRIES,
            first_delay: Self::DEFAULT_FIRST_DELAY,
            max_delay: Self::DEFAULT_MAX_DELAY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ModelErrorKind;

    #[test]
    fn the_delay_doubles_and_ends() {
        let failure = Failure::passing(ModelErrorKind::Provider, "busy");
        let policy = RetryPolicy::default();
        let delays: Vec<_> = (0..4)
            .map(|retries| policy.delay(retries, &failure, 1.0).map(|delay| delay.as_millis()))
            .collect();
        assert_eq!(delays, [Some(500), Some(1000), Some(2000), None]);
        assert_eq!(policy.delay(0, &failure, 0.0), Some(Duration::from_millis(250)));
        let lasting = Failure::lasting(ModelErrorKind::Refused, "no");
        assert_eq!(policy.delay(0, &lasting, 1.0), None);
        let long = RetryPolicy { max_retries: 99, ..policy };
        assert_eq!(long.delay(50, &failure, 1.0), Some(Duration::from_secs(60)));
    }

    #[test]
    fn retry_after_is_honoured_within_reason() {
        let failure = |seconds| {
            let mut failure = Failure::passing(ModelErrorKind::RateLimited, "slow down");
            failure.retry_after = Some(Duration::from_secs(seconds));
            failure
        };
        let policy = RetryPolicy::default();
        assert_eq!(policy.delay(0, &failure(7), 1.0), Some(Duration::from_secs(7)));
        assert_eq!(policy.delay(0, &failure(0), 1.0), Some(Duration::from_millis(500)));
        assert_eq!(policy.delay(0, &failure(61), 1.0), None);
    }
}
