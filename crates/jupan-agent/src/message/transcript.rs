//! The transcript: the messages of a conversation and the rule that ties calls to results.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::{AssistantMessage, Message, ToolCall, ToolMessage};

/// The messages of a conversation in order: of one run, or of several that continue one
/// another.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Transcript {
    messages: Vec<Message>,
}

/// A transcript in which calls and results don't match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// A call has no result, or its result is not where it ought to be.
    #[error("call `{id}` of tool `{tool}` has no result right after the answer that made it")]
    NoResult {
        /// The call's id.
        id: String,
        /// The call's tool.
        tool: String,
    },
    /// A result belongs to no call before it, or stands in another order than the calls.
    #[error("the result of call `{id}` belongs to no open call")]
    NoCall {
        /// The id the result names.
        id: String,
    },
    /// Two calls share an id.
    #[error("two calls have the id `{id}`")]
    SameId {
        /// The id.
        id: String,
    },
}

impl Transcript {
    /// The messages, oldest first.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The role of each message, oldest first.
    #[must_use]
    pub fn roles(&self) -> Vec<&'static str> {
        self.messages.iter().map(Message::role).collect()
    }

    /// Appends a message. Nothing is checked; [`Self::check_pairing`] does that.
    pub fn push(&mut self, message: Message) {
        self.messages.push(message);
    }

    /// The model's answer that ends the transcript, if one does.
    #[must_use]
    pub fn open_answer(&self) -> Option<&AssistantMessage> {
        match self.messages.last() {
            Some(Message::Assistant(answer)) => Some(answer),
            _ => None,
        }
    }

    pub(crate) fn open_answer_mut(&mut self) -> Option<&mut AssistantMessage> {
        match self.messages.last_mut() {
            Some(Message::Assistant(answer)) => Some(answer),
            _ => None,
        }
    }

    /// The results of tools, oldest first.
    pub fn tool_messages(&self) -> impl Iterator<Item = &ToolMessage> {
        self.messages.iter().filter_map(|message| match message {
            Message::Tool(message) => Some(message),
            _ => None,
        })
    }

    /// The calls of tools, oldest first.
    pub fn calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.answers().flat_map(|answer| &answer.calls)
    }

    /// The answers of the model, oldest first.
    pub fn answers(&self) -> impl Iterator<Item = &AssistantMessage> {
        self.messages.iter().filter_map(|message| match message {
            Message::Assistant(message) => Some(message),
            _ => None,
        })
    }

    /// Checks that every call has exactly one result, right after the answer that made it
    /// and in call order, and that no two calls share an id.
    ///
    /// # Errors
    ///
    /// The first message that breaks the rule.
    pub fn check_pairing(&self) -> Result<(), PairingError> {
        let mut seen = HashSet::new();
        let mut open: &[ToolCall] = &[];
        for message in &self.messages {
            if let Message::Tool(result) = message {
                match open.split_first() {
                    Some((call, rest)) if call.id == result.call_id => open = rest,
                    _ => return Err(PairingError::NoCall { id: result.call_id.clone() }),
                }
                continue;
            }
            no_open_call(open)?;
            if let Message::Assistant(answer) = message {
                if let Some(call) = answer.calls.iter().find(|call| !seen.insert(&call.id)) {
                    return Err(PairingError::SameId { id: call.id.clone() });
                }
                open = &answer.calls;
            }
        }
        no_open_call(open)
    }

    /// The conversation turn by turn: what was asked, which tools ran and what they
    /// returned, and what was answered.
    #[must_use]
    pub fn turns(&self) -> Vec<Turn<'_>> {
        let mut turns: Vec<Turn<'_>> = Vec::new();
        for message in &self.messages {
            match message {
                Message::User(user) => turns.push(Turn::new(&user.text)),
                Message::Assistant(answer) => {
                    if turns.is_empty() {
                        turns.push(Turn::new(""));
                    }
                    let Some(turn) = turns.last_mut() else { continue };
                    turn.tools
                        .extend(answer.calls.iter().map(|call| ToolUse { call, result: None }));
                    turn.answer = answer.text.as_deref().filter(|_| answer.calls.is_empty());
                }
                Message::Tool(result) => {
                    let uses = turns.last_mut().into_iter().flat_map(|turn| &mut turn.tools);
                    for tool in uses.filter(|tool| tool.call.id == result.call_id) {
                        tool.result = Some(result);
                    }
                }
            }
        }
        turns
    }
}

fn no_open_call(open: &[ToolCall]) -> Result<(), PairingError> {
    match open.first() {
        None => Ok(()),
        Some(call) => Err(PairingError::NoResult { id: call.id.clone(), tool: call.name.clone() }),
    }
}

impl From<Vec<Message>> for Transcript {
    fn from(messages: Vec<Message>) -> Self {
        Self { messages }
    }
}

/// One turn of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn<'a> {
    /// What the user said.
    pub question: &'a str,
    /// The tools that were called, in order.
    pub tools: Vec<ToolUse<'a>>,
    /// The final answer, if there is one.
    pub answer: Option<&'a str>,
}

impl<'a> Turn<'a> {
    const fn new(question: &'a str) -> Self {
        Self { question, tools: Vec::new(), answer: None }
    }
}

/// One call in a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolUse<'a> {
    /// The call.
    pub call: &'a ToolCall,
    /// What came back, unless it is still open.
    pub result: Option<&'a ToolMessage>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(ids: &[&str]) -> Message {
        Message::Assistant(AssistantMessage {
            text: ids.is_empty().then(|| "done".to_owned()),
            calls: ids.iter().map(|id| ToolCall::new(*id, "f", json!({}))).collect(),
            provider_items: Vec::new(),
        })
    }

    fn result(id: &str) -> Message {
        Message::Tool(ToolMessage {
            call_id: id.to_owned(),
            tool: "f".to_owned(),
            text: "1".to_owned(),
            ok: true,
        })
    }

    fn check(messages: Vec<Message>) -> Result<(), PairingError> {
        Transcript::from(messages).check_pairing()
    }

    #[test]
    fn every_call_needs_its_result_in_order() {
        let user = || Message::user("q");
        assert_eq!(
            check(vec![user(), answer(&["a", "b"]), result("a"), result("b"), answer(&[])]),
            Ok(())
        );
        assert_eq!(
            check(vec![user(), answer(&["a", "b"]), result("b"), result("a")]),
            Err(PairingError::NoCall { id: "b".to_owned() })
        );
        assert_eq!(
            check(vec![user(), answer(&["a", "b"]), result("a"), answer(&[])]),
            Err(PairingError::NoResult { id: "b".to_owned(), tool: "f".to_owned() })
        );
        assert_eq!(
            check(vec![user(), answer(&["a"])]),
            Err(PairingError::NoResult { id: "a".to_owned(), tool: "f".to_owned() })
        );
        assert_eq!(
            check(vec![user(), result("a")]),
            Err(PairingError::NoCall { id: "a".to_owned() })
        );
        assert_eq!(
            check(vec![user(), answer(&["a"]), result("a"), answer(&["a"]), result("a")]),
            Err(PairingError::SameId { id: "a".to_owned() })
        );
    }

    #[test]
    fn turns_say_what_ran_and_what_it_returned() {
        let transcript = Transcript::from(vec![
            Message::user("one"),
            answer(&["a"]),
            result("a"),
            answer(&[]),
            Message::user("two"),
            answer(&["b"]),
        ]);
        let turns = transcript.turns();
        let summary: Vec<_> = turns
            .iter()
            .map(|turn| {
                let tools: Vec<_> = turn
                    .tools
                    .iter()
                    .map(|tool| (tool.call.id.as_str(), tool.result.map(|r| r.text.as_str())))
                    .collect();
                (turn.question, tools, turn.answer)
            })
            .collect();
        assert_eq!(
            summary,
            vec![("one", vec![("a", Some("1"))], Some("done")), ("two", vec![("b", None)], None)]
        );
    }
}
