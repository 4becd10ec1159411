//! The bar on the terminal.

use indicatif::{ProgressBar, ProgressStyle};

use super::input::Lines;
use super::summary::Summary;

/// Shows how much of the input is done; where stderr is no terminal, nothing.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar for what is left of `lines`.
    pub(super) fn start(lines: &Lines) -> Self {
        let (bar, template) = match lines.size() {
            Some(size) => (
                ProgressBar::new(size),
                "{wide_bar:.cyan/dim} {percent:>3}%  {msg}  {elapsed} (left: {eta})",
            ),
            None => (ProgressBar::no_length(), "{spinner} {msg}  {elapsed}"),
        };
        // What an earlier batch did says nothing of how fast this one is.
        bar.set_position(lines.position());
        bar.reset_eta();
        // A template of ours is a good one; any other bar would do as well.
        Self(match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        })
    }

    /// The input is done up to the byte `end`.
    pub(super) fn show(&self, end: u64, summary: &Summary) {
        if !self.0.is_hidden() {
            self.0.set_position(end);
            self.0.set_message(summary.short());
        }
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
