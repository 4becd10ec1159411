//! Sizes and times as people and models read them.

use std::time::Duration;

/// `256 MiB`, `64 KiB`, `1.5 GiB`, `100 bytes`.
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match UNITS.into_iter().find(|(unit, _)| bytes >= *unit) {
        None => counted(bytes, "byte"),
        Some((unit, name)) if bytes.is_multiple_of(unit) => format!("{} {name}", bytes / unit),
        Some((unit, name)) => format!("{:.1} {name}", bytes as f64 / unit as f64),
    }
}

/// `1 byte`, `2 bytes`.
pub(crate) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// `name` on one line: what a terminal or a reader would take for more than a name is escaped.
pub(crate) fn on_one_line(name: &str) -> String {
    let escaped = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    name.chars().map(escaped).collect()
}

/// `5 s`, `0.25 s`.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_take_the_largest_unit_that_fits() {
        let sizes = [0, 1023, 1024, 65_536, 100_000, 1 << 20, 268_435_456, 3 << 29];
        assert_eq!(
            sizes.map(size),
            ["0 bytes", "1023 bytes", "1 KiB", "64 KiB", "97.7 KiB", "1 MiB", "256 MiB", "1.5 GiB"]
        );
    }

    #[test]
    fn one_of_a_kind_has_no_s() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "run")), ["0 runs", "1 run", "2 runs"]);
    }

    #[test]
    fn a_name_stays_on_its_line() {
        assert_eq!(on_one_line("é a\n[error]\u{1b}[0m"), "é a\\n[error]\\u{1b}[0m");
    }

    #[test]
    fn times_are_in_seconds() {
        assert_eq!(seconds(Duration::from_secs(5)), "5 s");
        assert_eq!(seconds(Duration::from_millis(1250)), "1.25 s");
        assert_eq!(seconds(Duration::from_millis(1)), "0.001 s");
    }
}
