//! Where and when it was measured. Nothing that names the machine or its folders.

use std::fs;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

/// The machine.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Machine {
    /// Cores that may be used.
    pub(crate) cores: usize,
    /// The processor's name.
    pub(crate) cpu: String,
    /// The operating system and the first two numbers of its version.
    pub(crate) system: String,
    /// Processes that wanted a core when the measuring began; above 0.5 the times are too long.
    pub(crate) load_before: Option<f64>,
}

impl Machine {
    /// The one this runs on.
    pub(crate) fn this() -> Self {
        Self {
            cores: cores(),
            cpu: fs::read_to_string("/proc/cpuinfo")
                .ok()
                .and_then(|text| cpu_name(&text))
                .unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            system: fs::read_to_string("/proc/sys/kernel/osrelease")
                .map_or_else(|_| std::env::consts::OS.to_owned(), |text| kernel(&text)),
            load_before: fs::read_to_string("/proc/loadavg")
                .ok()
                .and_then(|text| text.split(' ').next()?.parse().ok()),
        }
    }
}

/// Cores that may be used.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn cpu_name(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(": ")?.1.trim().to_owned())
}

/// What follows the second number may say who built the kernel and for whom.
fn kernel(release: &str) -> String {
    let numbers: Vec<_> = release.trim().split(['.', '-']).take(2).collect();
    format!("Linux {}", numbers.join("."))
}

/// Today in UTC, such as 2026-11-30.
pub(crate) fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// The date of a day counted from 1970-01-01.
fn date(mut day: u64) -> String {
    let mut year = 1970;
    while day >= days_of(year) {
        day -= days_of(year);
        year += 1;
    }
    let february = days_of(year) - 337;
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

fn days_of(year: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if is_leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (day, shown) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_787, "2026-11-30"),
            (20_818, "2026-12-31"),
        ] {
            assert_eq!(date(day), shown);
        }
    }

    #[test]
    fn a_machine_is_told_without_its_name() {
        assert_eq!(kernel("6.18.44-some-host\n"), "Linux 6.18");
        assert_eq!(
            cpu_name("processor\t: 0\nmodel name\t: AMD EPYC\n").as_deref(),
            Some("AMD EPYC")
        );
        assert_eq!(cpu_name("processor\t: 0\n"), None);
    }
}
