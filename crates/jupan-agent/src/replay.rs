//! Replaying a recorded run: the model's old answers, the tools of today.

use serde::Deserialize;

use crate::{Message, Outcome, ScriptedModel, Transcript};

/// A run that was recorded as the JSON of its [`Outcome`].
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    question: String,
    transcript: Transcript,
}

/// A recording that can't be replayed.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// It is not the JSON of an outcome.
    #[error("this is not a recorded run")]
    Json(#[from] serde_json::Error),
    /// It does not begin with a question.
    #[error("the recorded run has no question")]
    NoQuestion,
}

impl Recording {
    /// Reads the JSON of an [`Outcome`]. Only its transcript is needed.
    ///
    /// # Errors
    ///
    /// When it is something else.
    pub fn from_json(json: &str) -> Result<Self, RecordingError> {
        #[derive(Deserialize)]
        struct Recorded {
            transcript: Transcript,
        }

        let Recorded { transcript } = serde_json::from_str(json)?;
        let Some(Message::User(user)) = transcript.messages().first() else {
            return Err(RecordingError::NoQuestion);
        };
        Ok(Self { question: user.text.clone(), transcript })
    }

    /// What was asked.
    #[must_use]
    pub fn question(&self) -> &str {
        &self.question
    }

    /// The names of the tools that were called, each once.
    #[must_use]
    pub fn tools(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for call in self.transcript.calls() {
            if !names.contains(&call.name.as_str()) {
                names.push(&call.name);
            }
        }
        names
    }

    /// A model that gives the recorded answers.
    #[must_use]
    pub fn model(&self) -> ScriptedModel {
        ScriptedModel::replay(&self.transcript)
    }

    /// The calls whose results were not the same again, as sentences.
    #[must_use]
    pub fn differences(&self, replayed: &Outcome) -> Vec<String> {
        let before: Vec<_> = self.transcript.tool_messages().collect();
        let now: Vec<_> = replayed.transcript.tool_messages().collect();
        let mut differences: Vec<_> = before
            .iter()
            .zip(&now)
            .filter(|(before, now)| before.text != now.text)
            .map(|(before, now)| {
                let (tool, id) = (&now.tool, &now.call_id);
                format!("`{tool}` ({id}) gave {:?}, recorded is {:?}", now.text, before.text)
            })
            .collect();
        if before.len() != now.len() {
            differences.push(format!("{} results, recorded are {}", now.len(), before.len()));
        }
        differences
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Ending, Usage};

    fn outcome(result: &str) -> Outcome {
        let messages = json!([
            {"role": "user", "text": "q"},
            {"role": "assistant", "calls": [{"id": "1", "name": "f", "arguments": {}}]},
            {"role": "tool", "call_id": "1", "tool": "f", "text": result, "ok": true},
            {"role": "assistant", "text": "done"}
        ]);
        Outcome {
            ending: Ending::Completed { answer: "done".to_owned() },
            steps: 2,
            transcript: serde_json::from_value(messages).unwrap(),
            observations: vec![],
            usage: Usage::default(),
        }
    }

    #[test]
    fn a_recording_is_read_back_and_compared() {
        let json = serde_json::to_string(&outcome("1")).unwrap();
        let recording = Recording::from_json(&json).unwrap();
        assert_eq!((recording.question(), recording.tools()), ("q", vec!["f"]));
        assert_eq!(recording.differences(&outcome("1")), Vec::<String>::new());
        assert_eq!(recording.differences(&outcome("2")), ["`f` (1) gave \"2\", recorded is \"1\""]);
    }

    #[test]
    fn what_is_no_recording_is_refused() {
        assert!(matches!(Recording::from_json("{}"), Err(RecordingError::Json(_))));
        assert!(matches!(
            Recording::from_json(r#"{"transcript": []}"#),
            Err(RecordingError::NoQuestion)
        ));
    }
}
