//! Approval by a person at a terminal.

use std::io::{BufRead, BufReader, Write};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use serde_json::{Map, Value};

use super::{ApprovalRequest, Approver, Decision};
use crate::printable;

/// Shows tool and arguments and asks: allow, change, deny, stop, or wait. The end of the
/// input, an answer that can't be read, or three that make no sense deny the call.
pub struct TerminalApprover {
    dialogue: Arc<Mutex<Dialogue>>,
}

struct Dialogue {
    input: Box<dyn BufRead + Send>,
    output: Box<dyn Write + Send>,
    may_wait: bool,
}

/// How many answers may make no sense.
const MAX_TRIES: usize = 3;

impl TerminalApprover {
    /// Asks on stderr and reads from stdin. With `may_wait` the run can be put aside.
    #[must_use]
    pub fn new(may_wait: bool) -> Self {
        Self::with(BufReader::new(std::io::stdin()), std::io::stderr(), may_wait)
    }

    /// Asks on `output` and reads from `input`.
    pub fn with(
        input: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
        may_wait: bool,
    ) -> Self {
        let dialogue = Dialogue { input: Box::new(input), output: Box::new(output), may_wait };
        Self { dialogue: Arc::new(Mutex::new(dialogue)) }
    }
}

impl std::fmt::Debug for TerminalApprover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TerminalApprover").finish_non_exhaustive()
    }
}

#[async_trait]
impl Approver for TerminalApprover {
    async fn decide(&self, request: &ApprovalRequest) -> Decision {
        let (dialogue, request) = (Arc::clone(&self.dialogue), request.clone());
        // Waiting for a person must not hold up other tasks.
        let asked = tokio::task::spawn_blocking(move || {
            dialogue.lock().ok().and_then(|mut dialogue| dialogue.ask(&request).ok())
        });
        asked.await.ok().flatten().unwrap_or_else(|| Decision::deny("nobody answered"))
    }
}

impl Dialogue {
    fn ask(&mut self, request: &ApprovalRequest) -> std::io::Result<Decision> {
        let arguments = Value::Object(request.arguments.clone());
        let tool = printable(&request.tool);
        writeln!(self.output, "\nThe model wants to run `{tool}`:")?;
        writeln!(self.output, "{}", printable(&format!("{arguments:#}")))?;
        if let Some(problem) = &request.problem {
            writeln!(self.output, "The changed arguments can't be used: {}", printable(problem))?;
        }
        let wait = if self.may_wait { ", [w]ait" } else { "" };
        for _ in 0..MAX_TRIES {
            let choices = format!("[y]es, [c]hange the arguments, [n]o, [s]top the run{wait}? ");
            let answer = self.line(&choices)?;
            match answer.to_ascii_lowercase().as_str() {
                "y" | "yes" => return Ok(Decision::Allow),
                "n" | "no" => return Ok(Decision::deny(self.reason()?)),
                "s" | "stop" => return Ok(Decision::stop(self.reason()?)),
                "w" | "wait" if self.may_wait => return Ok(Decision::Wait),
                "c" | "change" => {
                    let text = self.line("New arguments, as a JSON object on one line: ")?;
                    match serde_json::from_str::<Map<String, Value>>(&text) {
                        Ok(arguments) => return Ok(Decision::AllowWith { arguments }),
                        Err(error) => writeln!(self.output, "Not a JSON object: {error}")?,
                    }
                }
                _ => {}
            }
        }
        Ok(Decision::deny("no clear decision"))
    }

    fn reason(&mut self) -> std::io::Result<String> {
        let reason = self.line("Why (for the model)? ")?;
        Ok(if reason.is_empty() { "the user does not want it".to_owned() } else { reason })
    }

    /// One line of input. Its end is an error: nobody is there.
    fn line(&mut self, prompt: &str) -> std::io::Result<String> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use serde_json::json;

    use super::*;

    /// What becomes of a call when a person types `input`.
    fn decision(input: &'static str) -> Decision {
        let approver = TerminalApprover::with(Cursor::new(input), std::io::sink(), true);
        let request = ApprovalRequest {
            step: 1,
            call_id: "c1".to_owned(),
            tool: "memo".to_owned(),
            arguments: Map::new(),
            problem: None,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(approver.decide(&request))
    }

    #[test]
    fn each_answer_has_its_decision() {
        assert_eq!(decision("y\n"), Decision::Allow);
        assert_eq!(decision("YES\n"), Decision::Allow);
        assert_eq!(decision("n\ntoo early\n"), Decision::deny("too early"));
        assert_eq!(decision("n\n\n"), Decision::deny("the user does not want it"));
        assert_eq!(decision("s\nenough\n"), Decision::stop("enough"));
        assert_eq!(decision("w\n"), Decision::Wait);
        let arguments = json!({"text": "x"}).as_object().cloned().unwrap();
        assert_eq!(decision("c\n{\"text\": \"x\"}\n"), Decision::AllowWith { arguments });
    }

    #[test]
    fn without_a_clear_answer_nothing_runs() {
        assert_eq!(decision(""), Decision::deny("nobody answered"));
        assert_eq!(decision("n\n"), Decision::deny("nobody answered"));
        assert_eq!(decision("maybe\n\nperhaps\ny\n"), Decision::deny("no clear decision"));
        assert_eq!(decision("c\n{\nc\n1\nc\n\ny\n"), Decision::deny("no clear decision"));
    }

    #[test]
    fn the_question_shows_the_arguments_without_control_characters() {
        #[derive(Clone, Default)]
        struct Screen(Arc<Mutex<Vec<u8>>>);
        impl Write for Screen {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.0.lock().unwrap().write(bytes)
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let screen = Screen::default();
        let mut dialogue = Dialogue {
            input: Box::new(Cursor::new("y\n")),
            output: Box::new(screen.clone()),
            may_wait: false,
        };
        let request = ApprovalRequest {
            step: 1,
            call_id: "c1".to_owned(),
            tool: "memo".to_owned(),
            arguments: json!({"text": "a\u{9b}2Jb\u{202e}c"}).as_object().cloned().unwrap(),
            problem: None,
        };
        assert_eq!(dialogue.ask(&request).unwrap(), Decision::Allow);
        let shown = String::from_utf8(screen.0.lock().unwrap().clone()).unwrap();
        assert_eq!(
            shown,
            "\nThe model wants to run `memo`:\n{\n  \"text\": \"a\\u{9b}2Jb\\u{202e}c\"\n}\n\
             [y]es, [c]hange the arguments, [n]o, [s]top the run? "
        );
    }
}
