//! The Responses API: the request, and an answer that came in one piece.

use async_openai::types::responses::{
    CreateResponse, EasyInputContent, EasyInputMessage, FunctionCallOutput,
    FunctionCallOutputItemParam, FunctionTool, FunctionToolCall, InputItem, InputParam, Item,
    ReasoningItem, Role, Tool,
};
use serde_json::Value;

use super::failure::Failure;
use super::tolerant::{call, count, id, split_thought, text};
use crate::{Finish, Message, ModelAnswer, ModelRequest, Tokens, ToolSpec};

pub(super) fn request(
    model: &str,
    request: ModelRequest<'_>,
    correction: Option<&str>,
    stream: bool,
) -> CreateResponse {
    // The whole conversation goes along every time: not every provider keeps it.
    let mut input: Vec<InputItem> = request.messages.iter().flat_map(items).collect();
    if let Some(correction) = correction {
        input.push(said(Role::User, correction));
    }
    let tools = request.tools_allowed && !request.tools.is_empty();
    CreateResponse {
        model: Some(model.to_owned()),
        instructions: (!request.system.is_empty()).then(|| request.system.to_owned()),
        input: InputParam::Items(input),
        tools: tools.then(|| request.tools.iter().map(tool).collect()),
        stream: stream.then_some(true),
        ..CreateResponse::default()
    }
}

fn items(message: &Message) -> Vec<InputItem> {
    match message {
        Message::User(user) => vec![said(Role::User, &user.text)],
        Message::Assistant(answer) => {
            // Reasoning stands before what it led to.
            let reasoning = answer.provider_items.iter().filter_map(|item| {
                serde_json::from_value::<ReasoningItem>(item.clone()).ok().map(Item::Reasoning)
            });
            let calls = answer.calls.iter().map(|call| {
                Item::FunctionCall(FunctionToolCall {
                    call_id: call.id.clone(),
                    name: call.name.clone(),
                    arguments: call.arguments.to_object_text(),
                    namespace: None,
                    id: None,
                    status: None,
                    caller: None,
                    r#async: None,
                })
            });
            let text = answer.text.as_deref().map(|text| said(Role::Assistant, text));
            reasoning.map(InputItem::Item).chain(text).chain(calls.map(InputItem::Item)).collect()
        }
        Message::Tool(result) => {
            vec![InputItem::Item(Item::FunctionCallOutput(FunctionCallOutputItemParam {
                call_id: Some(result.call_id.clone()),
                output: FunctionCallOutput::Text(result.text.clone()),
                id: None,
                status: None,
                name: None,
                namespace: None,
                caller: None,
            }))]
        }
    }
}

fn said(role: Role, text: &str) -> InputItem {
    InputItem::EasyMessage(EasyInputMessage {
        role,
        content: EasyInputContent::Text(text.to_owned()),
        ..EasyInputMessage::default()
    })
}

fn tool(spec: &ToolSpec) -> Tool {
    Tool::Function(FunctionTool {
        name: spec.name.clone(),
        description: Some(spec.description.clone()),
        parameters: Some(spec.parameters.clone()),
        // The API's default is strict, which forbids optional fields.
        strict: Some(false),
        defer_loading: None,
        r#async: None,
        output_schema: None,
        allowed_callers: None,
    })
}

pub(super) fn answer(body: &Value) -> Result<ModelAnswer, Failure> {
    if body.get("error").is_some_and(|error| !error.is_null()) {
        return Err(Failure::reported(body));
    }
    let Some(output) = body["output"].as_array() else {
        return Err(Failure::protocol("no output", body));
    };
    let status = body["status"].as_str().unwrap_or("completed");
    let finish = match (status, body["incomplete_details"]["reason"].as_str()) {
        ("completed", _) => Finish::Done,
        ("incomplete", Some("content_filter")) => Finish::Filtered,
        ("incomplete", _) => Finish::CutOff,
        _ => return Err(Failure::protocol("an unfinished response", body)),
    };
    let mut notes = Vec::new();
    let mut answer = ModelAnswer { finish, ..ModelAnswer::default() };
    let (mut said, mut thought) = (String::new(), String::new());
    for item in output {
        match item["type"].as_str() {
            Some("message") => said.push_str(&text(&item["content"]).unwrap_or_default()),
            Some("function_call") => {
                let id = id(item.get("call_id").or_else(|| item.get("id")));
                let call = call(id, item.get("name"), item.get("arguments"), &mut notes);
                answer.calls.push(call);
            }
            Some("reasoning") => {
                thought.push_str(&text(&item["summary"]).unwrap_or_default());
                answer.provider_items.push(item.clone());
            }
            other => {
                let kind = other.unwrap_or("without a type");
                notes.push(format!("an item `{kind}` of the answer was left out"));
            }
        }
    }
    let (tagged, said) = split_thought((!said.is_empty()).then_some(said));
    answer.text = said;
    answer.thought = tagged.or_else(|| (!thought.is_empty()).then_some(thought));
    answer.tokens = tokens(&body["usage"]);
    answer.notes = notes;
    Ok(answer)
}

fn tokens(usage: &Value) -> Option<Tokens> {
    Some(Tokens { input: count(usage, "input_tokens")?, output: count(usage, "output_tokens")? })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{AssistantMessage, ToolCall, ToolMessage};

    #[test]
    fn a_request_has_the_whole_conversation() {
        let messages = [
            Message::user("What is 1 + 1?"),
            Message::Assistant(AssistantMessage {
                text: Some("I compute.".to_owned()),
                calls: vec![ToolCall::new("c1", "calculate", json!({"a": 1}))],
                provider_items: vec![json!({"type": "reasoning", "id": "r1", "summary": []})],
            }),
            Message::Tool(ToolMessage {
                call_id: "c1".to_owned(),
                tool: "calculate".to_owned(),
                text: "2".to_owned(),
                ok: true,
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
            serde_json::to_value(request("m", ask, None, true)).unwrap(),
            json!({
                "model": "m",
                "instructions": "S",
                "input": [
                    {"type": "message", "role": "user", "content": "What is 1 + 1?"},
                    {"type": "reasoning", "id": "r1", "summary": []},
                    {"type": "message", "role": "assistant", "content": "I compute."},
                    {"type": "function_call", "call_id": "c1", "name": "calculate",
                     "arguments": "{\"a\":1}"},
                    {"type": "function_call_output", "call_id": "c1", "output": "2"}
                ],
                "tools": [{
                    "type": "function", "name": "calculate", "description": "Computes.",
                    "parameters": {"type": "object"}, "strict": false
                }],
                "stream": true
            })
        );
    }

    #[test]
    fn an_answer_is_read_item_by_item() {
        let reasoning = json!({
            "type": "reasoning", "id": "r1", "summary": [{"type": "summary_text", "text": "hm"}]
        });
        let body = json!({
            "status": "completed", "error": null,
            "output": [
                reasoning,
                {"type": "message", "content": [{"type": "output_text", "text": "I compute."}]},
                {"type": "function_call", "id": "fc1", "call_id": "c1", "name": "f",
                 "arguments": "{}"},
                {"type": "function_call", "name": "g", "arguments": {"b": 2}},
                {"type": "web_search_call"}
            ],
            "usage": {"input_tokens": 3, "output_tokens": 4}
        });
        assert_eq!(
            answer(&body).unwrap(),
            ModelAnswer {
                text: Some("I compute.".to_owned()),
                thought: Some("hm".to_owned()),
                calls: vec![
                    ToolCall::new("c1", "f", json!("{}")),
                    ToolCall::new("", "g", json!({"b": 2})),
                ],
                finish: Finish::Done,
                tokens: Some(Tokens { input: 3, output: 4 }),
                provider_items: vec![reasoning],
                notes: vec![
                    "the arguments of `g` came as JSON, not as a string".to_owned(),
                    "an item `web_search_call` of the answer was left out".to_owned(),
                ],
            }
        );
    }

    #[test]
    fn an_answer_that_is_not_complete_says_so() {
        let body = |status: &str, reason: &str| json!({"status": status, "output": [], "incomplete_details": {"reason": reason}});
        let finish = |status: &str, reason: &str| answer(&body(status, reason)).unwrap().finish;
        assert_eq!(finish("incomplete", "max_output_tokens"), Finish::CutOff);
        assert_eq!(finish("incomplete", "content_filter"), Finish::Filtered);
        assert_eq!(
            answer(&json!({"status": "queued", "output": []})).unwrap_err().message(),
            "an unfinished response in the provider's answer: \
             {\"output\":[],\"status\":\"queued\"}"
        );
        let failed = json!({"status": "failed", "error": {"code": "server_error", "message": "x"}});
        assert_eq!(
            answer(&failed).unwrap_err().message(),
            "the provider reported: x (server_error)"
        );
    }
}
