//! A model that follows a script: for tests, the demonstration and replays.

use std::sync::Mutex;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use super::{Model, ModelAnswer, ModelError, ModelErrorKind, ModelProgress, ModelRequest};
use crate::{Message, Transcript};

/// Follows a script line by line, and checks at each line that every call made so far got
/// its result, in order. Where the conversation departs from the script, it answers with an
/// error of the kind [`ModelErrorKind::Script`].
#[derive(Debug)]
pub struct ScriptedModel {
    name: String,
    lines: Vec<Line>,
    endless: bool,
    next: Mutex<usize>,
}

/// One answer of a script.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// What the last message must hold for the line to fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The answer.
    pub answer: ModelAnswer,
}

impl Line {
    /// An answer that fits whatever was said before.
    #[must_use]
    pub const fn new(answer: ModelAnswer) -> Self {
        Self { after: None, answer }
    }

    /// An answer that fits only if the last message holds `text`.
    #[must_use]
    pub fn after(text: impl Into<String>, answer: ModelAnswer) -> Self {
        Self { after: Some(text.into()), answer }
    }
}

impl From<ModelAnswer> for Line {
    fn from(answer: ModelAnswer) -> Self {
        Self::new(answer)
    }
}

impl ScriptedModel {
    /// These lines in order. Asked once more, it fails.
    pub fn new<L: Into<Line>>(lines: impl IntoIterator<Item = L>) -> Self {
        Self {
            name: "scripted".to_owned(),
            lines: lines.into_iter().map(Into::into).collect(),
            endless: false,
            next: Mutex::new(0),
        }
    }

    /// The same answer each time it is asked; empty ids stay empty.
    #[must_use]
    pub fn endless(answer: ModelAnswer) -> Self {
        Self { endless: true, ..Self::new([answer]) }
    }

    /// The answers that a model gave in `transcript`.
    #[must_use]
    pub fn replay(transcript: &Transcript) -> Self {
        let lines = transcript.answers().map(|answer| ModelAnswer {
            text: answer.text.clone(),
            calls: answer.calls.clone(),
            provider_items: answer.provider_items.clone(),
            ..ModelAnswer::default()
        });
        Self { name: "replay".to_owned(), ..Self::new(lines) }
    }

    /// Starts at a later line: the model of a run that is taken up again.
    #[must_use]
    pub fn from_line(self, line: usize) -> Self {
        Self { next: Mutex::new(line), ..self }
    }

    fn line(&self) -> Result<&Line, ModelError> {
        let mut next = self.next.lock().map_err(|_| script("the script's lock is poisoned"))?;
        let at = if self.endless { 0 } else { *next };
        *next += 1;
        self.lines.get(at).ok_or_else(|| {
            script(format!("the script has {} lines and was asked for another", self.lines.len()))
        })
    }
}

#[async_trait]
impl Model for ScriptedModel {
    fn name(&self) -> &str {
        &self.name
    }

    async fn ask(
        &self,
        request: ModelRequest<'_>,
        progress: &(dyn Fn(ModelProgress) + Send + Sync),
    ) -> Result<ModelAnswer, ModelError> {
        let line = self.line()?;
        Transcript::from(request.messages.to_vec())
            .check_pairing()
            .map_err(|error| script(error.to_string()))?;
        if let Some(expected) = &line.after {
            let last = request.messages.last().map_or("", last_text);
            if !last.contains(expected) {
                return Err(script(format!("expected `{expected}` in the last message: {last}")));
            }
        }
        let mut answer = line.answer.clone();
        if !request.tools_allowed && !answer.calls.is_empty() {
            // A model that is asked without tools can only talk.
            answer.calls = Vec::new();
            answer.text.get_or_insert_with(|| "I have no final result yet.".to_owned());
        }
        if let Some(text) = answer.text.as_ref().filter(|_| answer.calls.is_empty()) {
            progress(ModelProgress::TextDelta(text.clone()));
        }
        Ok(answer)
    }
}

fn last_text(message: &Message) -> &str {
    match message {
        Message::User(user) => &user.text,
        Message::Assistant(answer) => answer.text.as_deref().unwrap_or(""),
        Message::Tool(result) => &result.text,
    }
}

fn script(message: impl Into<String>) -> ModelError {
    ModelError::new(ModelErrorKind::Script, message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{AssistantMessage, ToolCall};

    fn ask(model: &ScriptedModel, messages: &[Message]) -> Result<ModelAnswer, ModelError> {
        let request = ModelRequest { system: "", messages, tools: &[], tools_allowed: true };
        futures::executor::block_on(model.ask(request, &|_| ()))
    }

    #[test]
    fn a_call_without_its_result_is_found_out() {
        let model = ScriptedModel::new([ModelAnswer::text("hi")]);
        let open = Message::Assistant(AssistantMessage {
            calls: vec![ToolCall::new("c1", "f", json!({}))],
            ..AssistantMessage::default()
        });
        assert_eq!(
            ask(&model, &[Message::user("q"), open]),
            Err(script("call `c1` of tool `f` has no result right after the answer that made it"))
        );
    }

    #[test]
    fn a_script_says_when_it_is_over_or_does_not_fit() {
        let model = ScriptedModel::new([Line::after("17", ModelAnswer::text("seventeen"))]);
        assert_eq!(
            ask(&model, &[Message::user("18")]),
            Err(script("expected `17` in the last message: 18"))
        );
        assert_eq!(
            ask(&model, &[Message::user("17")]),
            Err(script("the script has 1 lines and was asked for another"))
        );
    }
}
