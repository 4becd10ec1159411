//! Chat completions: an answer that comes in pieces.

use serde_json::Value;

use super::chat::{finish, reasoning, tokens};
use super::failure::Failure;
use super::tolerant::{call, id, split_thought, text};
use crate::{ModelAnswer, Tokens};

/// Puts the pieces of an answer together.
#[derive(Debug, Default)]
pub(super) struct ChatStream {
    text: String,
    thought: String,
    calls: Vec<PartialCall>,
    finish: Option<String>,
    tokens: Option<Tokens>,
}

#[derive(Debug, Default)]
struct PartialCall {
    index: Option<u64>,
    id: String,
    name: String,
    text: String,
    /// Arguments that came as JSON instead of text.
    json: Option<Value>,
}

impl ChatStream {
    /// Takes one event and gives back the piece of text in it.
    pub(super) fn push(&mut self, event: &Value) -> Result<Option<String>, Failure> {
        if event.get("error").is_some_and(|error| !error.is_null()) {
            return Err(Failure::reported(event));
        }
        if let Some(tokens) = tokens(&event["usage"]) {
            self.tokens = Some(tokens);
        }
        let choice = &event["choices"][0];
        if let Some(reason) = choice["finish_reason"].as_str() {
            self.finish = Some(reason.to_owned());
        }
        let delta = &choice["delta"];
        if let Some(thought) = reasoning(delta) {
            self.thought.push_str(&thought);
        }
        for given in delta["tool_calls"].as_array().into_iter().flatten() {
            self.push_call(given);
        }
        let piece = text(&delta["content"]).or_else(|| text(&delta["refusal"]));
        self.text.push_str(piece.as_deref().unwrap_or_default());
        Ok(piece)
    }

    fn push_call(&mut self, given: &Value) {
        let index = given["index"].as_u64();
        let id = id(given.get("id"));
        let function = given.get("function").unwrap_or(given);
        let name = function["name"].as_str().unwrap_or_default();
        let known = self.calls.iter().rposition(|call| match index {
            Some(_) => call.index == index,
            // Without an index a piece that has neither name nor id goes on with the last
            // call.
            None => id.is_empty() && name.is_empty(),
        });
        // Some providers give every call the index 0: another id is another call.
        let other = |call: &PartialCall| !id.is_empty() && !call.id.is_empty() && call.id != id;
        let position = match known.filter(|&position| !other(&self.calls[position])) {
            Some(position) => position,
            None => {
                self.calls.push(PartialCall { index, ..PartialCall::default() });
                self.calls.len() - 1
            }
        };
        let call = &mut self.calls[position];
        if call.id.is_empty() {
            call.id = id;
        }
        // Some providers repeat the name with every piece.
        if call.name.is_empty() {
            name.clone_into(&mut call.name);
        }
        match function.get("arguments") {
            Some(Value::String(piece)) => call.text.push_str(piece),
            Some(json @ Value::Object(_)) => call.json = Some(json.clone()),
            _ => {}
        }
    }

    /// The answer, if all of it arrived: the last piece says why it ends.
    pub(super) fn finish(self) -> Result<ModelAnswer, Failure> {
        let Some(reason) = self.finish else { return Err(Failure::truncated()) };
        let mut notes = Vec::new();
        let calls = self
            .calls
            .into_iter()
            .map(|given| {
                let arguments = given.json.unwrap_or(Value::String(given.text));
                call(given.id, Some(&Value::String(given.name)), Some(&arguments), &mut notes)
            })
            .collect();
        let (thought, said) = split_thought((!self.text.is_empty()).then_some(self.text));
        let thought = thought.or_else(|| (!self.thought.is_empty()).then_some(self.thought));
        Ok(ModelAnswer {
            text: said,
            thought,
            calls,
            finish: finish(&reason),
            tokens: self.tokens,
            provider_items: Vec::new(),
            notes,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Finish, ToolCall};

    fn delta(delta: Value) -> Value {
        json!({"choices": [{"delta": delta, "finish_reason": null}], "usage": null})
    }

    fn end(reason: &str) -> Value {
        json!({"choices": [{"delta": {}, "finish_reason": reason}]})
    }

    fn read(events: &[Value]) -> Result<ModelAnswer, Failure> {
        let mut stream = ChatStream::default();
        for event in events {
            stream.push(event)?;
        }
        stream.finish()
    }

    #[test]
    fn text_arrives_piece_by_piece() {
        let mut stream = ChatStream::default();
        assert_eq!(stream.push(&delta(json!({"role": "assistant", "content": ""}))), Ok(None));
        assert_eq!(stream.push(&delta(json!({"content": "4"}))), Ok(Some("4".to_owned())));
        assert_eq!(stream.push(&delta(json!({"content": "2"}))), Ok(Some("2".to_owned())));
        stream.push(&end("stop")).unwrap();
        let usage = json!({"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 2}});
        stream.push(&usage).unwrap();
        assert_eq!(
            stream.finish().unwrap(),
            ModelAnswer { tokens: Some(Tokens { input: 1, output: 2 }), ..ModelAnswer::text("42") }
        );
    }

    #[test]
    fn calls_are_put_together_whatever_way_they_are_cut() {
        let call = |value: Value| delta(json!({"tool_calls": [value]}));
        let expected =
            [ToolCall::new("a", "f", json!("{\"x\":1}")), ToolCall::new("b", "g", json!("{}"))];
        let by_index = [
            call(json!({"index": 0, "id": "a", "function": {"name": "f", "arguments": ""}})),
            call(json!({"index": 0, "function": {"arguments": "{\"x\""}})),
            call(json!({"index": 1, "id": "b", "function": {"name": "g", "arguments": "{}"}})),
            call(json!({"index": 0, "function": {"name": "f", "arguments": ":1}"}})),
            end("tool_calls"),
        ];
        assert_eq!(read(&by_index).unwrap().calls, expected);
        let same_index = [
            call(
                json!({"index": 0, "id": "a", "function": {"name": "f", "arguments": "{\"x\":1}"}}),
            ),
            call(json!({"index": 0, "id": "b", "function": {"name": "g", "arguments": "{}"}})),
            end("tool_calls"),
        ];
        assert_eq!(read(&same_index).unwrap().calls, expected);
        let no_index = [
            call(json!({"id": "a", "function": {"name": "f", "arguments": "{\"x\""}})),
            call(json!({"function": {"arguments": ":1}"}})),
            call(json!({"id": "b", "function": {"name": "g", "arguments": "{}"}})),
            end("stop"),
        ];
        assert_eq!(read(&no_index).unwrap().calls, expected);
        let object = [
            call(json!({"index": 0, "function": {"name": "f", "arguments": {"x": 1}}})),
            end("stop"),
        ];
        assert_eq!(read(&object).unwrap().calls, [ToolCall::new("", "f", json!({"x": 1}))]);
    }

    #[test]
    fn a_stream_that_breaks_off_is_no_answer() {
        assert_eq!(read(&[delta(json!({"content": "4"}))]), Err(Failure::truncated()));
        assert_eq!(read(&[]), Err(Failure::truncated()));
        let error = json!({"error": {"message": "gone"}});
        assert_eq!(
            read(&[delta(json!({"content": "4"})), error]).unwrap_err().message(),
            "the provider reported: gone"
        );
        assert_eq!(read(&[end("length")]).unwrap().finish, Finish::CutOff);
    }
}
