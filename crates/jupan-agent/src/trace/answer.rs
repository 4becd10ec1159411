//! Showing an answer while it is being written.

use std::io::Write;
use std::sync::Mutex;

use crate::{Event, Observer, printable};

/// Writes what the model says as it says it, and nothing else. Needs a model that streams.
#[derive(Debug)]
pub struct AnswerStream<W>(Mutex<State<W>>);

#[derive(Debug)]
struct State<W> {
    output: W,
    /// Whether the last line has text and no line end yet.
    open: bool,
}

impl<W: Write + Send> AnswerStream<W> {
    /// Writes to `output`.
    pub const fn new(output: W) -> Self {
        Self(Mutex::new(State { output, open: false }))
    }
}

impl<W: Write + Send> Observer for AnswerStream<W> {
    fn event(&self, _: u64, event: &Event) {
        let Ok(mut state) = self.0.lock() else { return };
        let State { output, open } = &mut *state;
        // A terminal that is gone must not end the run.
        let _ = match event {
            Event::TextDelta { text } => {
                *open = !text.ends_with('\n');
                write!(output, "{}", printable(text)).and_then(|()| output.flush())
            }
            Event::Retry { .. } if *open => {
                *open = false;
                writeln!(output, " [broken off, once more]")
            }
            Event::Call { .. } | Event::RunEnded { .. } if *open => {
                *open = false;
                writeln!(output)
            }
            _ => Ok(()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Usage;

    #[test]
    fn text_is_written_as_it_comes_and_lines_are_ended() {
        let stream = AnswerStream::new(Vec::new());
        let delta = |text: &str| Event::TextDelta { text: text.to_owned() };
        let events = [
            delta("I com"),
            delta("pute."),
            Event::Call {
                call_id: "1".to_owned(),
                tool: "f".to_owned(),
                arguments: serde_json::json!({}),
            },
            delta("The ans"),
            Event::Retry { reason: "gone".to_owned(), delay_ms: 1 },
            delta("42"),
            Event::RunEnded {
                ending: "completed".to_owned(),
                text: "42".to_owned(),
                steps: 2,
                usage: Usage::default(),
            },
        ];
        for event in &events {
            stream.event(0, event);
        }
        assert_eq!(
            String::from_utf8(stream.0.into_inner().unwrap().output).unwrap(),
            "I compute.\nThe ans [broken off, once more]\n42\n"
        );
    }
}
