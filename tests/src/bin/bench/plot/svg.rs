//! The few shapes that are drawn.

use std::fmt::Write;

/// A dot's shape tells its series from others without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark(pub(super) usize);

/// A picture that grows.
#[derive(Debug)]
pub(super) struct Svg {
    width: f64,
    height: f64,
    shapes: String,
}

/// Colours that the colour-blind can tell apart, for pages of both kinds.
const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:#24292f}.title{font-size:16px;font-weight:600}\
.small{font-size:11px;fill:#57606a}.grid{stroke:#d0d7de}.line{fill:none;stroke-width:2}\
.s0{fill:#0969da;stroke:#0969da}.s1{fill:#bc4c00;stroke:#bc4c00}.s2{fill:#8250df;stroke:#8250df}\
.s3{fill:#1a7f37;stroke:#1a7f37}.s4{fill:#6e7781;stroke:#6e7781}.s5{fill:#bf3989;stroke:#bf3989}\
.line{fill:none}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#8d96a0}.grid{stroke:#3d444d}\
.s0{fill:#58a6ff;stroke:#58a6ff}.s1{fill:#f0883e;stroke:#f0883e}.s2{fill:#bc8cff;stroke:#bc8cff}\
.s3{fill:#56d364;stroke:#56d364}.s4{fill:#8b949e;stroke:#8b949e}.s5{fill:#f778ba;stroke:#f778ba}\
.line{fill:none}}";

impl Svg {
    /// An empty picture with a title.
    pub(super) fn new(width: f64, height: f64, title: &str) -> Self {
        let mut svg = Self { width, height, shapes: String::new() };
        svg.text(16.0, 26.0, "title", "start", title);
        svg
    }

    /// Text that starts, ends or is centred (`start`, `end`, `middle`) at a place.
    pub(super) fn text(&mut self, x: f64, y: f64, class: &str, anchor: &str, text: &str) {
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\" text-anchor=\"{anchor}\">{}</text>",
            escaped(text)
        ));
    }

    /// A line of the grid.
    pub(super) fn grid(&mut self, x1: f64, y1: f64, x2: f64, y2: f64) {
        self.add(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"grid\"/>"
        ));
    }

    /// A line through points.
    pub(super) fn path(&mut self, points: &[(f64, f64)], mark: Mark) {
        let mut data = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(data, "{}{x:.1} {y:.1}", if index == 0 { "M" } else { "L" });
        }
        self.add(format_args!("<path d=\"{data}\" class=\"s{} line\"/>", mark.0 % 6));
    }

    /// A dot.
    pub(super) fn dot(&mut self, x: f64, y: f64, mark: Mark) {
        let class = mark.0 % 6;
        match class {
            0 => {
                self.add(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" class=\"s0\"/>"))
            }
            1 => self.corners(x, y, &[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)], class),
            2 => self.corners(x, y, &[(0.0, -5.5), (5.5, 0.0), (0.0, 5.5), (-5.5, 0.0)], class),
            3 => self.corners(x, y, &[(0.0, -5.0), (5.0, 4.0), (-5.0, 4.0)], class),
            4 => self.corners(x, y, &[(-5.0, -4.0), (5.0, -4.0), (0.0, 5.0)], class),
            _ => self.corners(x, y, &[(-5.0, -1.5), (5.0, -1.5), (5.0, 1.5), (-5.0, 1.5)], class),
        }
    }

    fn corners(&mut self, x: f64, y: f64, corners: &[(f64, f64)], class: usize) {
        let points: Vec<_> =
            corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
        self.add(format_args!("<polygon points=\"{}\" class=\"s{class}\"/>", points.join(" ")));
    }

    /// Names beside their dots, in one line from `x` on.
    pub(super) fn legend(&mut self, mut x: f64, y: f64, names: &[String]) {
        for (index, name) in names.iter().enumerate() {
            self.dot(x, y - 4.0, Mark(index));
            self.text(x + 10.0, y, "", "start", name);
            // A letter is about 7 wide.
            x += 34.0 + 7.0 * name.chars().count() as f64;
        }
    }

    /// Where the figures come from, above the lower edge.
    pub(super) fn source(&mut self, bottom: f64, lines: &[String; 2]) {
        self.text(16.0, bottom - 24.0, "small", "start", &lines[0]);
        self.text(16.0, bottom - 10.0, "small", "start", &lines[1]);
    }

    fn add(&mut self, shape: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.shapes, "{shape}");
    }

    /// The file.
    pub(super) fn finish(self) -> String {
        let Self { width, height, shapes } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n<style>{STYLE}</style>\n\
             {shapes}</svg>\n"
        )
    }
}

fn escaped(text: &str) -> String {
    // Names come from Markdown.
    text.replace('`', "").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
