//! The trace for people.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::Mutex;

use anstyle::{AnsiColor, Style};
use serde_json::Value;

use crate::{Decision, Event, Observer, Usage, printable};

/// Writes every event as a few words a person can follow: time, what it is, and the text.
/// Everything that came from a model or a tool is made [`printable`].
#[derive(Debug)]
pub struct TerminalTrace<W> {
    output: Mutex<W>,
    colour: bool,
}

const STEP: Style = Style::new().bold();
const THOUGHT: Style = AnsiColor::Blue.on_default();
const CALL: Style = AnsiColor::Cyan.on_default();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const ASIDE: Style = Style::new().dimmed();

/// Width of the column with the kind of event.
const LABEL_WIDTH: usize = 11;
/// What stands before the text: the time, the label and the gaps.
const INDENT: usize = 10 + LABEL_WIDTH + 2;

impl<W: Write + Send> TerminalTrace<W> {
    /// Writes to `output`, with or without colour.
    pub const fn new(output: W, colour: bool) -> Self {
        Self { output: Mutex::new(output), colour }
    }
}

impl<W: Write + Send> Observer for TerminalTrace<W> {
    fn event(&self, at_ms: u64, event: &Event) {
        let Some((label, style, text)) = entry(event) else { return };
        let text = printable(&text).replace('\n', &format!("\n{}", " ".repeat(INDENT)));
        let (on, off) = if self.colour {
            (style.render().to_string(), style.render_reset().to_string())
        } else {
            Default::default()
        };
        #[expect(clippy::cast_precision_loss, reason = "shown with three decimals")]
        let seconds = at_ms as f64 / 1000.0;
        if let Ok(mut output) = self.output.lock() {
            // A trace that nobody reads any more must not end the run.
            let _ = writeln!(output, "{seconds:>8.3}s {on}{label:<LABEL_WIDTH$}{off}  {text}");
        }
    }
}

/// Label, style and text of an event, if it is shown.
fn entry(event: &Event) -> Option<(&'static str, Style, String)> {
    Some(match event {
        Event::RunStarted { model, tools, question } => {
            let tools = if tools.is_empty() { "none".to_owned() } else { tools.join(", ") };
            ("run", STEP, format!("{question}\nmodel: {model}; tools: {tools}"))
        }
        Event::StepStarted { step } => ("step", STEP, step.to_string()),
        Event::TextDelta { .. } => return None,
        Event::Retry { reason, delay_ms } => {
            ("retry", BAD, format!("{reason}; again in {delay_ms} ms"))
        }
        Event::Thought { text } => ("thought", THOUGHT, text.clone()),
        Event::Normalised { note, .. } => ("put right", ASIDE, note.clone()),
        Event::Call { tool, arguments, .. } => {
            ("call", CALL, format!("{tool} {}", arguments_in_words(arguments)))
        }
        Event::Approval { tool, decision, .. } => {
            let (style, text) = match decision {
                Decision::Allow => (GOOD, format!("{tool} is allowed")),
                Decision::AllowWith { arguments } => {
                    let arguments = arguments_in_words(&Value::Object(arguments.clone()));
                    (GOOD, format!("{tool} is allowed with {arguments}"))
                }
                Decision::Deny { reason } => (BAD, format!("{tool} is denied: {reason}")),
                Decision::Stop { reason } => {
                    (BAD, format!("{tool} is denied and the run ended: {reason}"))
                }
                Decision::Wait => (ASIDE, format!("{tool} has to wait")),
            };
            ("approval", style, text)
        }
        Event::Observation { ok, text, took_ms, .. } => {
            let took = took_ms.map(|took| format!("  ({took} ms)")).unwrap_or_default();
            ("observation", if *ok { GOOD } else { BAD }, format!("{text}{took}"))
        }
        Event::Waiting { tool, .. } => {
            ("waiting", ASIDE, format!("{tool} needs a decision; the run is put aside"))
        }
        Event::RunEnded { ending, steps, usage, .. } => {
            let style = if ending == "completed" { GOOD } else { BAD };
            ("ended", style, summary(ending, *steps, usage))
        }
    })
}

/// Arguments on one line; a text of several lines, such as a program, as it is.
fn arguments_in_words(arguments: &Value) -> String {
    let Value::Object(object) = arguments else { return arguments.to_string() };
    let mut out = String::new();
    for (name, value) in object {
        let gap = if out.is_empty() { "" } else { " " };
        let _ = match value {
            Value::String(text) if text.trim_end().contains('\n') => {
                write!(out, "{gap}{name}:\n{}\n", text.trim_end())
            }
            value => write!(out, "{gap}{name}={value}"),
        };
    }
    out.trim_end().to_owned()
}

fn summary(ending: &str, steps: u32, usage: &Usage) -> String {
    let about = if usage.estimated { "about " } else { "" };
    format!(
        "{ending} after {steps} steps, {} tool calls, {about}{} tokens",
        usage.tool_calls,
        usage.tokens()
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(colour: bool, events: &[Event]) -> String {
        let trace = TerminalTrace::new(Vec::new(), colour);
        for event in events {
            trace.event(1234, event);
        }
        String::from_utf8(trace.output.into_inner().unwrap()).unwrap()
    }

    #[test]
    fn each_event_is_an_entry_with_time_and_kind() {
        let (call_id, tool) = ("1".to_owned(), "code_interpreter".to_owned());
        let text = written(
            false,
            &[
                Event::StepStarted { step: 2 },
                Event::Thought { text: "I compute.".to_owned() },
                Event::Call {
                    call_id: call_id.clone(),
                    tool: tool.clone(),
                    arguments: json!({"code": "x = 1\nprint(x)\n", "n": 2}),
                },
                Event::Approval {
                    call_id: call_id.clone(),
                    tool: tool.clone(),
                    decision: Decision::deny("no"),
                },
                Event::Observation {
                    call_id,
                    tool,
                    ok: true,
                    text: "1\u{1b}[0m".to_owned(),
                    took_ms: Some(3),
                },
                Event::RunEnded {
                    ending: "completed".to_owned(),
                    text: "1".to_owned(),
                    steps: 2,
                    usage: Usage { tool_calls: 1, input_tokens: 9, ..Usage::default() },
                },
            ],
        );
        assert_eq!(
            text,
            "   1.234s step         2\n\
             \x20  1.234s thought      I compute.\n\
             \x20  1.234s call         code_interpreter code:\n\
             \x20                      x = 1\n\
             \x20                      print(x)\n\
             \x20                       n=2\n\
             \x20  1.234s approval     code_interpreter is denied: no\n\
             \x20  1.234s observation  1\\u{1b}[0m  (3 ms)\n\
             \x20  1.234s ended        completed after 2 steps, 1 tool calls, 9 tokens\n"
        );
    }

    #[test]
    fn colour_is_on_the_kind_alone() {
        assert_eq!(
            written(true, &[Event::Thought { text: "hm".to_owned() }]),
            "   1.234s \u{1b}[34mthought    \u{1b}[0m  hm\n"
        );
    }
}
