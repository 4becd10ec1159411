//! Rows of dots along one axis.

use super::Dots;
use super::axis::Axis;
use super::svg::{Mark, Svg};

const WIDTH: f64 = 820.0;
const ROW: f64 = 24.0;
const TOP: f64 = 70.0;
/// Room for the numbers of the axis and for the source.
const BOTTOM: f64 = 68.0;
/// Room for the values beside the last dots.
const RIGHT: f64 = 90.0;

pub(super) fn draw(title: &str, dots: &Dots, source: &[String; 2]) -> String {
    let longest = dots.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    // A letter is about 7 wide.
    let left = 30.0 + 7.0 * longest as f64;
    let bottom = TOP + ROW * dots.rows.len() as f64;
    let mut svg = Svg::new(WIDTH, bottom + BOTTOM, title);
    svg.source(bottom + BOTTOM, source);
    let values = dots.rows.iter().flat_map(|(_, values)| values.iter().copied().flatten());
    let Some(axis) = Axis::around(values, left, WIDTH - RIGHT) else { return svg.finish() };

    if dots.series.len() > 1 {
        svg.legend(22.0, 50.0, &dots.series);
    }
    for tick in axis.ticks() {
        let x = axis.place(tick);
        svg.grid(x, TOP - 6.0, x, bottom);
        svg.text(x, bottom + 16.0, "small", "middle", &dots.unit.show(tick));
    }
    for (index, (name, values)) in dots.rows.iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5);
        svg.text(left - 14.0, y + 4.5, "", "end", name);
        svg.grid(left, y, WIDTH - RIGHT, y);
        // Jupan's dot comes last, so that no other hides it.
        for (series, value) in values.iter().enumerate().rev() {
            let Some(value) = value.filter(|&value| value > 0.0) else { continue };
            let x = axis.place(value);
            svg.dot(x, y, Mark(series));
            if dots.has_labels {
                svg.text(x + 12.0, y + 4.5, "", "start", &dots.unit.label(value));
            }
        }
    }
    svg.finish()
}
