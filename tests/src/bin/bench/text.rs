//! Tables as text: for the terminal, and as Markdown.

use std::fmt::Write;

use crate::report::{Cell, Table};

/// A time with three digits and a unit.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds.abs() {
        below if below < 0.000_1 => format!("{} µs", digits(seconds * 1e6)),
        below if below < 1.0 => format!("{} ms", digits(seconds * 1e3)),
        _ => format!("{} s", digits(seconds)),
    }
}

/// A size with three digits and a unit.
pub(crate) fn bytes(bytes: f64) -> String {
    match bytes.abs() {
        below if below < 1024.0 => format!("{} B", digits(bytes)),
        below if below < 1024.0 * 1024.0 => format!("{} KiB", digits(bytes / 1024.0)),
        _ => format!("{} MiB", digits(bytes / 1024.0 / 1024.0)),
    }
}

/// About three digits, and no decimals where the number is large or whole.
fn digits(value: f64) -> String {
    match value.abs() {
        _ if value == 0.0 => "0".to_owned(),
        below if below < 10.0 => format!("{value:.2}"),
        below if below < 100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// A count with commas between thousands.
fn count(value: f64) -> String {
    let plain = format!("{value:.0}");
    let mut grouped = String::new();
    for (index, digit) in plain.chars().enumerate() {
        if index > 0 && (plain.len() - index).is_multiple_of(3) && grouped != "-" {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

impl Cell {
    /// The figure as it is shown.
    pub(crate) fn show(&self) -> String {
        match self {
            Self::Times(times) => {
                format!(
                    "{} ({} to {})",
                    seconds(times.median),
                    seconds(times.p10),
                    seconds(times.p90)
                )
            }
            Self::Ratio { times, ratio } => {
                format!("{} (× {})", seconds(times.median), digits(*ratio))
            }
            Self::Seconds(value) => seconds(*value),
            Self::Factor(value) => format!("× {}", digits(*value)),
            Self::Count(value) => count(*value),
            Self::PerSecond(value) => format!("{}/s", count(*value)),
            Self::Bytes(value) => bytes(*value),
            Self::Text(text) => text.clone(),
        }
    }
}

/// The table for a terminal.
pub(crate) fn plain(table: &Table) -> String {
    let rows = shown(table);
    let mut widths = vec![0; table.columns.len()];
    // A row of one sentence does not make its column wide.
    for row in
        rows.iter().filter(|row| row.iter().skip(2).any(|cell| !cell.is_empty()) || row.len() <= 2)
    {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = format!("{}\n", table.title);
    for row in &rows {
        let mut line = String::from("  ");
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column + 1 == row.len() { 0 } else { width + 2 };
            // Writing to a string cannot fail.
            let _ = write!(line, "{cell:<gap$}");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The table in Markdown, its title as a heading of the third level.
pub(crate) fn markdown(table: &Table) -> String {
    let mut text = format!("### {}\n\n", table.title);
    for (index, row) in shown(table).iter().enumerate() {
        let cells: Vec<_> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
        if index == 0 {
            text.push_str(&format!("|{}\n", " --- |".repeat(row.len())));
        }
    }
    text
}

fn shown(table: &Table) -> Vec<Vec<String>> {
    let mut rows = vec![table.columns.clone()];
    for row in &table.rows {
        rows.push(
            std::iter::once(row.name.clone()).chain(row.cells.iter().map(Cell::show)).collect(),
        );
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Summary;

    #[test]
    fn figures_have_a_unit_and_no_more_digits_than_they_are_worth() {
        let times = Summary::of(&[0.000_5, 0.001, 0.0015]).unwrap();
        for (cell, shown) in [
            (Cell::Times(times), "1.00 ms (0.60 ms to 1.40 ms)"),
            (Cell::Ratio { times, ratio: 3.256 }, "1.00 ms (× 3.26)"),
            (Cell::Seconds(0.000_021), "21.0 µs"),
            (Cell::Seconds(1.5), "1.50 s"),
            (Cell::Seconds(0.0), "0 µs"),
            (Cell::Factor(12.34), "× 12.3"),
            (Cell::Count(1_234_567.0), "1,234,567"),
            (Cell::Count(-123_456.0), "-123,456"),
            (Cell::Count(12.0), "12"),
            (Cell::PerSecond(1_700.4), "1,700/s"),
            (Cell::Bytes(5.0), "5.00 B"),
            (Cell::Bytes(1_572_864.0), "1.50 MiB"),
            (Cell::text("lacks decimal"), "lacks decimal"),
        ] {
            assert_eq!(cell.show(), shown);
        }
    }

    #[test]
    fn a_table_is_aligned_and_a_gap_takes_the_row() {
        let mut table = Table::new("Start", &["runner", "p50", "p99"]);
        table.row("ours", vec![Cell::Seconds(0.001), Cell::Seconds(0.002)]);
        table.gap("a peer", "not installed, which is a pity");
        assert_eq!(
            plain(&table),
            "Start\n  runner  p50      p99\n  ours    1.00 ms  2.00 ms\n  a peer  not installed, which is a pity\n"
        );
        assert_eq!(
            markdown(&table),
            "### Start\n\n| runner | p50 | p99 |\n| --- | --- | --- |\n| ours | 1.00 ms | 2.00 ms |\n\
             | a peer | not installed, which is a pity |  |\n"
        );
    }
}
