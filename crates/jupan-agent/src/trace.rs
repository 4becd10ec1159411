//! The trace of a run: for people in colour, for programs as JSON lines.

use std::io::Write;
use std::sync::Mutex;

use serde::Serialize;

use crate::{Event, Observer};

mod answer;
mod terminal;

pub use answer::AnswerStream;
pub use terminal::TerminalTrace;

/// `text` without what could control a terminal or hide what stands there: control
/// characters other than tab and line end, and the marks that change the direction of
/// writing, are shown as `\u{...}`.
#[must_use]
pub fn printable(text: &str) -> String {
    let hidden = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if hidden(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// Writes every event as one line of JSON: the event's own fields, its name in `event`, and
/// the time in `at_ms`. Pieces of text are left out; the whole text follows in another event.
#[derive(Debug)]
pub struct JsonTrace<W>(Mutex<W>);

impl<W: Write + Send> JsonTrace<W> {
    /// Writes to `output`.
    pub const fn new(output: W) -> Self {
        Self(Mutex::new(output))
    }
}

#[derive(Serialize)]
struct Line<'a> {
    at_ms: u64,
    #[serde(flatten)]
    event: &'a Event,
}

impl<W: Write + Send> Observer for JsonTrace<W> {
    fn event(&self, at_ms: u64, event: &Event) {
        if matches!(event, Event::TextDelta { .. }) {
            return;
        }
        let (Ok(mut output), Ok(line)) =
            (self.0.lock(), serde_json::to_string(&Line { at_ms, event }))
        else {
            return;
        };
        // A trace that nobody reads any more must not end the run.
        let _ = writeln!(output, "{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line_of_json() {
        let trace = JsonTrace::new(Vec::new());
        trace.event(0, &Event::TextDelta { text: "x".to_owned() });
        trace.event(7, &Event::StepStarted { step: 1 });
        trace.event(8, &Event::Thought { text: "a\nb".to_owned() });
        assert_eq!(
            String::from_utf8(trace.0.into_inner().unwrap()).unwrap(),
            "{\"at_ms\":7,\"event\":\"step_started\",\"step\":1}\n\
             {\"at_ms\":8,\"event\":\"thought\",\"text\":\"a\\nb\"}\n"
        );
    }

    #[test]
    fn what_could_control_a_terminal_is_shown_instead() {
        assert_eq!(printable("a\tb\nc 日 é"), "a\tb\nc 日 é");
        assert_eq!(printable("\u{1b}[2J\r\u{9b}m"), "\\u{1b}[2J\\u{d}\\u{9b}m");
        assert_eq!(printable("a\u{202e}b\u{2066}"), "a\\u{202e}b\\u{2066}");
    }
}
