//! The Responses API: an answer that comes in pieces.

use serde_json::{Value, json};

use super::failure::Failure;
use super::responses;
use crate::ModelAnswer;

/// Puts the events of a streamed response together.
#[derive(Debug, Default)]
pub(super) struct ResponsesStream {
    items: Vec<Value>,
    response: Option<Value>,
}

impl ResponsesStream {
    /// Takes one event and gives back the piece of text in it.
    pub(super) fn push(&mut self, mut event: Value) -> Result<Option<String>, Failure> {
        match event["type"].as_str() {
            Some("response.output_text.delta" | "response.refusal.delta") => {
                return Ok(event["delta"].as_str().map(str::to_owned));
            }
            Some("response.output_item.done") => self.items.push(event["item"].take()),
            Some("response.completed" | "response.incomplete" | "response.failed") => {
                self.response = Some(event["response"].take());
            }
            Some("error") => return Err(Failure::reported(&event)),
            None if event.get("error").is_some() => return Err(Failure::reported(&event)),
            _ => {}
        }
        Ok(None)
    }

    /// The answer, if all of it arrived: the last event holds the whole response.
    pub(super) fn finish(self) -> Result<ModelAnswer, Failure> {
        let Some(mut response) = self.response else { return Err(Failure::truncated()) };
        // Some providers leave the items out of the last event.
        if response["output"].as_array().is_none_or(Vec::is_empty) && response.is_object() {
            response["output"] = json!(self.items);
        }
        responses::answer(&response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Finish, ToolCall};

    fn read(events: Vec<Value>) -> Result<ModelAnswer, Failure> {
        let mut stream = ResponsesStream::default();
        for event in events {
            stream.push(event)?;
        }
        stream.finish()
    }

    #[test]
    fn text_arrives_piece_by_piece_and_the_last_event_has_all_of_it() {
        let mut stream = ResponsesStream::default();
        let delta = json!({"type": "response.output_text.delta", "delta": "4"});
        assert_eq!(stream.push(delta), Ok(Some("4".to_owned())));
        let message =
            json!({"type": "message", "content": [{"type": "output_text", "text": "42"}]});
        let end = json!({
            "type": "response.completed",
            "response": {"status": "completed", "output": [message]}
        });
        assert_eq!(stream.push(end), Ok(None));
        assert_eq!(stream.finish(), Ok(ModelAnswer::text("42")));
    }

    #[test]
    fn items_that_the_last_event_leaves_out_are_kept() {
        let call = json!({"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"});
        let answer = read(vec![
            json!({"type": "response.created", "response": {"status": "in_progress"}}),
            json!({"type": "response.output_item.done", "item": call}),
            json!({"type": "response.completed",
                   "response": {"status": "completed", "output": []}}),
        ]);
        assert_eq!(answer.unwrap().calls, [ToolCall::new("c", "f", json!("{}"))]);
    }

    #[test]
    fn a_stream_that_breaks_off_or_fails_is_no_answer() {
        let delta = || json!({"type": "response.output_text.delta", "delta": "4"});
        assert_eq!(read(vec![delta()]), Err(Failure::truncated()));
        assert_eq!(
            read(vec![delta(), json!({"type": "error", "message": "gone"})]).unwrap_err().message(),
            "the provider reported: gone"
        );
        let incomplete = json!({
            "type": "response.incomplete",
            "response": {"status": "incomplete", "output": [],
                         "incomplete_details": {"reason": "max_output_tokens"}}
        });
        assert_eq!(read(vec![incomplete]).unwrap().finish, Finish::CutOff);
    }
}
