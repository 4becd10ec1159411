//! Panels of lines, side by side.

use super::Panel;
use super::axis::Axis;
use super::svg::{Mark, Svg};

const PANEL: f64 = 400.0;
const HEIGHT: f64 = 376.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = 80.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 20.0;

pub(super) fn draw(title: &str, panels: &[Panel], source: &[String; 2]) -> String {
    let mut svg = Svg::new(PANEL * panels.len() as f64 + 20.0, HEIGHT, title);
    svg.source(HEIGHT, source);
    for (index, panel) in panels.iter().enumerate() {
        draw_panel(&mut svg, panel, PANEL * index as f64);
    }
    svg.finish()
}

fn draw_panel(svg: &mut Svg, panel: &Panel, offset: f64) {
    let (left, right) = (offset + LEFT, offset + PANEL - RIGHT);
    let (top, bottom) = (TOP, HEIGHT - BOTTOM);
    let points = || panel.lines.iter().flat_map(|(_, points)| points.iter());
    let x_axis = Axis::around(points().map(|point| point.0), left, right);
    let y_axis = Axis::around(points().map(|point| point.1), bottom, top);
    let (Some(x_axis), Some(y_axis)) = (x_axis, y_axis) else { return };

    let names: Vec<_> = panel.lines.iter().map(|(name, _)| name.clone()).collect();
    svg.text(offset + 16.0, 52.0, "small", "start", panel.y.0);
    svg.legend(left + 6.0, 72.0, &names);
    for tick in x_axis.ticks() {
        let x = x_axis.place(tick);
        svg.grid(x, top, x, bottom);
        svg.text(x, bottom + 16.0, "small", "middle", &panel.x.1.show(tick));
    }
    for tick in y_axis.ticks() {
        let y = y_axis.place(tick);
        svg.grid(left, y, right, y);
        svg.text(left - 6.0, y + 4.0, "small", "end", &panel.y.1.show(tick));
    }
    svg.text(f64::midpoint(left, right), bottom + 34.0, "small", "middle", panel.x.0);
    for (index, (_, points)) in panel.lines.iter().enumerate() {
        let places: Vec<_> = points
            .iter()
            .filter(|(x, y)| *x > 0.0 && *y > 0.0)
            .map(|(x, y)| (x_axis.place(*x), y_axis.place(*y)))
            .collect();
        svg.path(&places, Mark(index));
        for (x, y) in places {
            svg.dot(x, y, Mark(index));
        }
    }
}
