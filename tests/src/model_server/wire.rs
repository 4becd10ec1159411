//! Answers in the two wire formats.

use serde_json::{Value, json};

use super::{ModelCall, ModelSays};

/// The body of an answer on `path`. Without `whole` it lacks its end.
pub(super) fn body(path: &str, says: &ModelSays, streamed: bool, whole: bool) -> String {
    match (path.ends_with("/responses"), streamed) {
        (false, false) => chat(says).to_string(),
        (true, false) => response(says).to_string(),
        (false, true) => {
            let mut events = chat_events(says);
            if whole {
                events.extend(chat_end(says));
            }
            let done = if whole { "data: [DONE]\n\n" } else { "" };
            events.iter().map(|event| format!("data: {event}\n\n")).collect::<String>() + done
        }
        (true, true) => {
            let mut events = response_events(says);
            if whole {
                events.push(json!({"type": "response.completed", "response": response(says)}));
            }
            events
                .iter()
                .map(|event| {
                    let name = event["type"].as_str().unwrap_or_default();
                    format!("event: {name}\ndata: {event}\n\n")
                })
                .collect()
        }
    }
}

fn chat(says: &ModelSays) -> Value {
    let calls: Vec<_> = says.calls.iter().map(chat_call).collect();
    let mut message = json!({"role": "assistant", "content": says.text});
    if !calls.is_empty() {
        message["tool_calls"] = calls.into();
    }
    json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": reason(says)}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    })
}

fn chat_call(call: &ModelCall) -> Value {
    let function = json!({"name": call.name, "arguments": call.arguments});
    let mut value = json!({"type": "function", "function": function});
    if let Some(id) = &call.id {
        value["id"] = json!(id);
    }
    value
}

fn reason(says: &ModelSays) -> &'static str {
    if says.calls.is_empty() { "stop" } else { "tool_calls" }
}

fn chunk(delta: &Value, finish_reason: Option<&str>) -> Value {
    json!({
        "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1,
        "model": "scripted",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}]
    })
}

/// Text and arguments come in two pieces each.
fn chat_events(says: &ModelSays) -> Vec<Value> {
    let mut events = vec![chunk(&json!({"role": "assistant", "content": ""}), None)];
    for piece in says.text.iter().flat_map(|text| halves(text)) {
        events.push(chunk(&json!({"content": piece}), None));
    }
    for (index, call) in says.calls.iter().enumerate() {
        let mut first = chat_call(call);
        first["index"] = json!(index);
        let mut rest = None;
        if let Value::String(text) = &call.arguments {
            let [head, tail] = halves(text);
            first["function"]["arguments"] = json!(head);
            rest = Some(json!({"index": index, "function": {"arguments": tail}}));
        }
        for piece in std::iter::once(first).chain(rest) {
            events.push(chunk(&json!({"tool_calls": [piece]}), None));
        }
    }
    events
}

fn chat_end(says: &ModelSays) -> [Value; 2] {
    let mut usage = chunk(&json!({}), None);
    usage["choices"] = json!([]);
    usage["usage"] = json!({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15});
    [chunk(&json!({}), Some(reason(says))), usage]
}

fn response(says: &ModelSays) -> Value {
    json!({
        "id": "resp_1", "object": "response", "created_at": 1, "model": "scripted",
        "status": "completed", "error": null, "incomplete_details": null,
        "output": items(says),
        "usage": {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15}
    })
}

fn items(says: &ModelSays) -> Vec<Value> {
    let text = says.text.iter().map(|text| {
        json!({
            "type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": text, "annotations": []}]
        })
    });
    let calls = says.calls.iter().map(|call| {
        let mut item = json!({
            "type": "function_call", "status": "completed",
            "name": call.name, "arguments": call.arguments
        });
        if let Some(id) = &call.id {
            item["call_id"] = json!(id);
            item["id"] = json!(format!("fc_{id}"));
        }
        item
    });
    text.chain(calls).collect()
}

fn response_events(says: &ModelSays) -> Vec<Value> {
    let created = json!({
        "type": "response.created",
        "response": {"id": "resp_1", "status": "in_progress", "output": []}
    });
    let deltas = says.text.iter().flat_map(|text| halves(text)).map(|piece| {
        json!({
            "type": "response.output_text.delta", "item_id": "msg_1", "output_index": 0,
            "content_index": 0, "delta": piece
        })
    });
    let done = items(says)
        .into_iter()
        .map(|item| json!({"type": "response.output_item.done", "output_index": 0, "item": item}));
    std::iter::once(created).chain(deltas).chain(done).collect()
}

fn halves(text: &str) -> [&str; 2] {
    let middle = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
    [&text[..middle], &text[middle..]]
}
