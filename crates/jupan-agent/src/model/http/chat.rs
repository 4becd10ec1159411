//! Chat completions: the request, and an answer that came in one piece.

use async_openai::types::chat::{
    ChatCompletionMessageToolCall, ChatCompletionMessageToolCalls,
    ChatCompletionRequestAssistantMessage, ChatCompletionRequestMessage,
    ChatCompletionRequestSystemMessage, ChatCompletionRequestToolMessage,
    ChatCompletionRequestUserMessage, ChatCompletionStreamOptions, ChatCompletionTool,
    ChatCompletionTools, CreateChatCompletionRequest, FunctionCall, FunctionObject,
};
use serde_json::Value;

use super::failure::Failure;
use super::tolerant::{call, count, id, split_thought, text};
use crate::{Finish, Message, ModelAnswer, ModelRequest, Tokens, ToolCall, ToolSpec};

pub(super) fn request(
    model: &str,
    request: ModelRequest<'_>,
    correction: Option<&str>,
    stream: bool,
) -> CreateChatCompletionRequest {
    let mut messages: Vec<ChatCompletionRequestMessage> = Vec::new();
    if !request.system.is_empty() {
        messages.push(ChatCompletionRequestSystemMessage::from(request.system).into());
    }
    messages.extend(request.messages.iter().map(message));
    if let Some(correction) = correction {
        messages.push(ChatCompletionRequestUserMessage::from(correction).into());
    }
    let tools = request.tools_allowed && !request.tools.is_empty();
    CreateChatCompletionRequest {
        model: model.to_owned(),
        messages,
        tools: tools.then(|| request.tools.iter().map(tool).collect()),
        stream: stream.then_some(true),
        stream_options: stream.then_some(ChatCompletionStreamOptions {
            include_usage: Some(true),
            include_obfuscation: None,
        }),
        ..CreateChatCompletionRequest::default()
    }
}

fn message(message: &Message) -> ChatCompletionRequestMessage {
    match message {
        Message::User(user) => ChatCompletionRequestUserMessage::from(user.text.as_str()).into(),
        Message::Assistant(answer) => ChatCompletionRequestAssistantMessage {
            content: answer.text.as_deref().map(Into::into),
            tool_calls: (!answer.calls.is_empty())
                .then(|| answer.calls.iter().map(tool_call).collect()),
            ..ChatCompletionRequestAssistantMessage::default()
        }
        .into(),
        Message::Tool(result) => ChatCompletionRequestToolMessage {
            tool_call_id: result.call_id.clone(),
            content: result.text.as_str().into(),
        }
        .into(),
    }
}

fn tool_call(call: &ToolCall) -> ChatCompletionMessageToolCalls {
    ChatCompletionMessageToolCalls::Function(ChatCompletionMessageToolCall {
        id: call.id.clone(),
        function: FunctionCall {
            name: call.name.clone(),
            arguments: call.arguments.to_object_text(),
        },
    })
}

fn tool(spec: &ToolSpec) -> ChatCompletionTools {
    ChatCompletionTools::Function(ChatCompletionTool {
        function: FunctionObject {
            name: spec.name.clone(),
            description: Some(spec.description.clone()),
            parameters: Some(spec.parameters.clone()),
            strict: None,
        },
    })
}

pub(super) fn answer(body: &Value) -> Result<ModelAnswer, Failure> {
    if body.get("error").is_some_and(|error| !error.is_null()) {
        return Err(Failure::reported(body));
    }
    let choice = &body["choices"][0];
    let message = &choice["message"];
    if !message.is_object() {
        return Err(Failure::protocol("no message", body));
    }
    let mut notes = Vec::new();
    let (thought, said) = split_thought(text(&message["content"]));
    let calls = calls(message, &mut notes);
    Ok(ModelAnswer {
        text: said.or_else(|| text(&message["refusal"])),
        thought: thought.or_else(|| reasoning(message)),
        calls,
        finish: finish(choice["finish_reason"].as_str().unwrap_or_default()),
        tokens: tokens(&body["usage"]),
        provider_items: Vec::new(),
        notes,
    })
}

fn calls(message: &Value, notes: &mut Vec<String>) -> Vec<ToolCall> {
    if let Some(calls) = message["tool_calls"].as_array() {
        let read = |given: &Value| {
            // Some providers leave the `function` level out.
            let function = given.get("function").unwrap_or(given);
            call(id(given.get("id")), function.get("name"), function.get("arguments"), notes)
        };
        return calls.iter().map(read).collect();
    }
    // The form from before there were several calls.
    let old = &message["function_call"];
    if !old.is_object() {
        return Vec::new();
    }
    vec![call(String::new(), old.get("name"), old.get("arguments"), notes)]
}

/// What the model thought, under the two names providers use.
pub(super) fn reasoning(message: &Value) -> Option<String> {
    ["reasoning_content", "reasoning"].into_iter().find_map(|name| text(&message[name]))
}

pub(super) fn finish(reason: &str) -> Finish {
    match reason {
        "length" => Finish::CutOff,
        "content_filter" => Finish::Filtered,
        _ => Finish::Done,
    }
}

pub(super) fn tokens(usage: &Value) -> Option<Tokens> {
    Some(Tokens {
        input: count(usage, "prompt_tokens")?,
        output: count(usage, "completion_tokens")?,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{AssistantMessage, RawArguments, ToolMessage};

    #[test]
    fn a_request_has_the_whole_conversation() {
        let messages = [
            Message::user("What is 1 + 1?"),
            Message::Assistant(AssistantMessage {
                text: None,
                calls: vec![ToolCall::new("c1", "calculate", json!({"a": 1}))],
                provider_items: vec![json!({"type": "reasoning"})],
            }),
            Message::Tool(ToolMessage {
                call_id: "c1".to_owned(),
                tool: "calculate".to_owned(),
                text: "2".to_owned(),
                ok: true,
            }),
            Message::Assistant(AssistantMessage {
                text: Some("2".to_owned()),
                ..AssistantMessage::default()
            }),
        ];
        let tools = [ToolSpec {
            name: "calculate".to_owned(),
            description: "Computes.".to_owned(),
            parameters: json!({"type": "object"}),
        }];
        let ask =
            ModelRequest { system: "S", messages: &messages, tools: &tools, tools_allowed: true };
        assert_eq!(
            serde_json::to_value(request("m", ask, Some("again"), true)).unwrap(),
            json!({
                "model": "m",
                "messages": [
                    {"role": "system", "content": "S"},
                    {"role": "user", "content": "What is 1 + 1?"},
                    {"role": "assistant", "tool_calls": [{
                        "id": "c1", "type": "function",
                        "function": {"name": "calculate", "arguments": "{\"a\":1}"}
                    }]},
                    {"role": "tool", "tool_call_id": "c1", "content": "2"},
                    {"role": "assistant", "content": "2"},
                    {"role": "user", "content": "again"}
                ],
                "tools": [{"type": "function", "function": {
                    "name": "calculate", "description": "Computes.",
                    "parameters": {"type": "object"}
                }}],
                "stream": true,
                "stream_options": {"include_usage": true}
            })
        );
        let without = ModelRequest { system: "", tools_allowed: false, ..ask };
        let body = serde_json::to_value(request("m", without, None, false)).unwrap();
        assert_eq!(body.as_object().unwrap().keys().collect::<Vec<_>>(), ["messages", "model"]);
    }

    #[test]
    fn an_answer_is_read_with_the_quirks_of_providers() {
        let body = json!({
            "choices": [{"finish_reason": "stop", "message": {
                "content": null, "reasoning_content": "hm",
                "tool_calls": [
                    {"id": "c1", "function": {"name": "f", "arguments": "{\"a\": 1}"}},
                    {"function": {"name": "g", "arguments": {"b": 2}}},
                    {"id": 7, "name": "h"}
                ]
            }}],
            "usage": {"prompt_tokens": 3, "completion_tokens": 4}
        });
        assert_eq!(
            answer(&body).unwrap(),
            ModelAnswer {
                text: None,
                thought: Some("hm".to_owned()),
                calls: vec![
                    ToolCall::new("c1", "f", json!("{\"a\": 1}")),
                    ToolCall::new("", "g", json!({"b": 2})),
                    ToolCall {
                        id: "7".to_owned(),
                        name: "h".to_owned(),
                        arguments: RawArguments::Text(String::new())
                    },
                ],
                finish: Finish::Done,
                tokens: Some(Tokens { input: 3, output: 4 }),
                provider_items: vec![],
                notes: vec!["the arguments of `g` came as JSON, not as a string".to_owned()],
            }
        );
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        assert_eq!(
            answer(&json!({"choices": []})).unwrap_err().message(),
            "no message in the provider's answer: {\"choices\":[]}"
        );
        assert_eq!(
            answer(&json!({"error": {"message": "overloaded"}})).unwrap_err().message(),
            "the provider reported: overloaded"
        );
    }
}
