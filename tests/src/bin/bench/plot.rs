//! Pictures of the figures, as SVG that a page of any colour can show.
//!
//! Two kinds are enough: dots in rows, and lines in panels. All axes are logarithmic, since
//! what is compared lies orders of magnitude apart.

mod axis;
mod dots;
mod lines;
mod svg;

use crate::text;

/// A picture and the name of its file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plot {
    /// The file's name without its ending.
    pub(crate) file: &'static str,
    /// What the picture shows.
    pub(crate) title: String,
    chart: Chart,
}

#[derive(Debug, Clone, PartialEq)]
enum Chart {
    Dots(Dots),
    Lines(Vec<Panel>),
}

/// What the numbers of an axis are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Seconds.
    Seconds,
    /// Bytes.
    Bytes,
    /// A count.
    Count,
    /// Something a second.
    PerSecond,
    /// Times the reference.
    Factor,
}

/// One value with a name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bar {
    /// The name.
    pub(crate) name: String,
    /// The value, in seconds.
    pub(crate) value: f64,
    /// Whether it is Jupan's.
    pub(crate) is_ours: bool,
}

/// Rows of dots along one axis.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Dots {
    /// What the axis shows.
    pub(crate) unit: Unit,
    /// The kinds of dots; the first is Jupan.
    pub(crate) series: Vec<String>,
    /// A name, and a value for each series where there is one.
    pub(crate) rows: Vec<(String, Vec<Option<f64>>)>,
    /// Whether the values stand beside the dots.
    pub(crate) has_labels: bool,
}

/// Lines over one axis.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Panel {
    /// What is below.
    pub(crate) x: (&'static str, Unit),
    /// What is at the side.
    pub(crate) y: (&'static str, Unit),
    /// The lines with their names.
    pub(crate) lines: Vec<(String, Vec<(f64, f64)>)>,
}

impl Plot {
    /// Values with names, the least first.
    pub(crate) fn bars(file: &'static str, title: &str, mut bars: Vec<Bar>) -> Self {
        bars.sort_by(|a, b| a.value.total_cmp(&b.value));
        let row = |bar: Bar| {
            let value = Some(bar.value);
            (bar.name, if bar.is_ours { vec![value, None] } else { vec![None, value] })
        };
        let has_others = bars.iter().any(|bar| !bar.is_ours);
        let mut series = vec!["Jupan".to_owned()];
        series.extend(has_others.then(|| "others".to_owned()));
        let rows = bars.into_iter().map(row).collect();
        Self::dots(file, title, Dots { unit: Unit::Seconds, series, rows, has_labels: true })
    }

    /// Rows of dots.
    pub(crate) fn dots(file: &'static str, title: &str, dots: Dots) -> Self {
        Self { file, title: title.to_owned(), chart: Chart::Dots(dots) }
    }

    /// Panels of lines.
    pub(crate) fn lines(file: &'static str, title: &str, panels: Vec<Panel>) -> Self {
        Self { file, title: title.to_owned(), chart: Chart::Lines(panels) }
    }

    /// The picture, with two lines that say where it comes from. Nothing to show gives an empty
    /// one.
    pub(crate) fn to_svg(&self, source: &[String; 2]) -> String {
        match &self.chart {
            Chart::Dots(chart) => dots::draw(&self.title, chart, source),
            Chart::Lines(panels) => lines::draw(&self.title, panels, source),
        }
    }
}

impl Unit {
    /// A value as an axis has it.
    fn show(self, value: f64) -> String {
        match self {
            Self::Seconds => trimmed(&text::seconds(value)),
            Self::Bytes if value < 999.0 => trimmed(&format!("{value:.2} B")),
            Self::Bytes if value < 999_999.0 => trimmed(&format!("{:.2} kB", value / 1e3)),
            Self::Bytes => trimmed(&format!("{:.2} MB", value / 1e6)),
            Self::Count | Self::PerSecond => trimmed(&format!("{value:.2}")),
            Self::Factor => format!("×{}", trimmed(&format!("{value:.2}"))),
        }
    }

    /// A value as a label beside a dot has it.
    fn label(self, value: f64) -> String {
        match self {
            Self::Seconds => text::seconds(value),
            _ => self.show(value),
        }
    }
}

/// Without zeros behind the point.
fn trimmed(number: &str) -> String {
    let (digits, unit) = number.split_once(' ').unwrap_or((number, ""));
    let digits = if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        digits
    };
    if unit.is_empty() { digits.to_owned() } else { format!("{digits} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_short_numbers() {
        assert_eq!(Unit::Seconds.show(0.001), "1 ms");
        assert_eq!(Unit::Seconds.show(0.000_05), "50 µs");
        assert_eq!(Unit::Seconds.show(0.1), "100 ms");
        assert_eq!(Unit::Bytes.show(100.0), "100 B");
        assert_eq!(Unit::Bytes.show(50_000.0), "50 kB");
        assert_eq!(Unit::Bytes.show(1e6), "1 MB");
        assert_eq!(Unit::Factor.show(0.5), "×0.5");
        assert_eq!(Unit::PerSecond.show(2000.0), "2000");
    }

    #[test]
    fn names_are_escaped_and_the_least_value_comes_first() {
        let bar = |name: &str, value, is_ours| Bar { name: name.to_owned(), value, is_ours };
        let svg = Plot::bars(
            "a",
            "Start",
            vec![bar("slow & old", 0.1, false), bar("<new>", 0.001, true)],
        )
        .to_svg(&["here".to_owned(), "this".to_owned()]);
        assert!(svg.contains("slow &amp; old") && svg.contains("&lt;new&gt;"), "{svg}");
        assert!(svg.find("&lt;new&gt;") < svg.find("slow &amp; old"), "{svg}");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    }
}
