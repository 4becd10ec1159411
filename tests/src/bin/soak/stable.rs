//! Whether the server still holds what it held when it was warm.

use std::time::Duration;

use jupan_tests::Held;

use crate::watch::Sample;

/// The share of the time after which the server counts as warm: by then every kind of program
/// has run on every worker.
const WARM_UP: f64 = 0.1;
/// What is compared: this share of the time after the warm-up, and the last. In ten minutes that
/// is several times as long as a worker lives: a new one has touched less of what all share.
const WINDOW: f64 = 0.25;
/// A shorter load says nothing about memory: the windows would be mostly programs in mid-run.
const SHORTEST: Duration = Duration::from_secs(120);
/// How much more memory there may be at the end than when warm.
const MAX_GROWTH: f64 = 0.05;
/// How many more threads or files there may be: runs under way and connections vary.
const SLACK: u64 = 4;

/// What was held when warm and at the end: the medians of many samples, since programs in
/// mid-run have memory of their own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stability {
    pub(crate) warm: Held,
    pub(crate) end: Held,
    /// Whether the load was long enough for its bounds to mean something.
    pub(crate) is_judged: bool,
}

impl Stability {
    /// Compares the start after the warm-up with the end. `None` without samples.
    pub(crate) fn of(samples: &[Sample]) -> Option<Self> {
        let length = samples.last()?.at;
        let within = |from: f64, to: f64| {
            let range = length.mul_f64(from)..=length.mul_f64(to);
            median(samples.iter().filter(|sample| range.contains(&sample.at)))
        };
        Some(Self {
            warm: within(WARM_UP, WARM_UP + WINDOW)?,
            end: within(1.0 - WINDOW, 1.0)?,
            is_judged: length >= SHORTEST.mul_f64(0.95),
        })
    }

    /// How much more memory the server and its workers have at the end, as a share.
    pub(crate) fn growth(&self) -> f64 {
        self.end.bytes() as f64 / self.warm.bytes() as f64 - 1.0
    }

    /// What is not as it must be.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if !self.is_judged {
            return faults;
        }
        let growth = self.growth();
        if growth > MAX_GROWTH {
            faults.push(format!(
                "memory grew by {:.1} % after the warm-up; at most {:.0} % is right",
                growth * 100.0,
                MAX_GROWTH * 100.0
            ));
        }
        for (what, warm, end, slack) in [
            ("processes", self.warm.processes, self.end.processes, 0),
            ("threads", self.warm.threads, self.end.threads, SLACK),
            ("open files", self.warm.files, self.end.files, SLACK),
        ] {
            if end > warm + slack {
                faults.push(format!("{end} {what} at the end, {warm} when warm"));
            }
        }
        faults
    }
}

/// The median of each number on its own.
fn median<'a>(samples: impl Iterator<Item = &'a Sample>) -> Option<Held> {
    let held: Vec<Held> = samples.map(|sample| sample.held).collect();
    let of = |number: fn(&Held) -> u64| {
        let mut numbers: Vec<u64> = held.iter().map(number).collect();
        numbers.sort_unstable();
        numbers.get(numbers.len() / 2).copied()
    };
    Some(Held {
        server_bytes: of(|held| held.server_bytes)?,
        worker_bytes: of(|held| held.worker_bytes)?,
        processes: of(|held| held.processes)?,
        threads: of(|held| held.threads)?,
        files: of(|held| held.files)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A load of so many seconds whose memory is `bytes(second)`.
    fn stability(seconds: u64, bytes: impl Fn(u64) -> u64) -> Stability {
        let samples: Vec<Sample> = (0..=seconds)
            .map(|second| Sample {
                at: Duration::from_secs(second),
                held: Held {
                    server_bytes: 1000,
                    worker_bytes: bytes(second),
                    processes: 4,
                    threads: 14,
                    files: 50,
                },
            })
            .collect();
        Stability::of(&samples).expect("there are samples")
    }

    #[test]
    fn what_comes_and_goes_is_no_growth() {
        // Cold at first, and every third second there is a program with much memory.
        let flat = stability(600, |second| match second {
            0..10 => 0,
            _ if second % 3 == 0 => 900_000,
            _ => 9000,
        });
        assert_eq!((flat.warm.bytes(), flat.growth()), (10_000, 0.0));
        assert_eq!(flat.faults(), Vec::<String>::new());
    }

    #[test]
    fn growth_is_a_fault_unless_the_load_was_short() {
        let grows = stability(600, |second| 9000 + second);
        assert_eq!(grows.faults(), Vec::<String>::new());
        let grows = stability(600, |second| 9000 + 2 * second);
        assert_eq!(
            grows.faults(),
            ["memory grew by 7.6 % after the warm-up; at most 5 % is right"]
        );
        let short = stability(60, |second| 9000 + 1000 * second);
        assert!(!short.is_judged);
        assert_eq!(short.faults(), Vec::<String>::new());
    }

    #[test]
    fn processes_threads_and_files_stay() {
        let mut stability = stability(600, |_| 9000);
        stability.end.threads += SLACK;
        assert_eq!(stability.faults(), Vec::<String>::new());
        stability.end.processes += 1;
        stability.end.files += SLACK + 1;
        assert_eq!(
            stability.faults(),
            ["5 processes at the end, 4 when warm", "55 open files at the end, 50 when warm"]
        );
    }

    #[test]
    fn without_samples_there_is_nothing_to_say() {
        assert_eq!(Stability::of(&[]), None);
    }
}
